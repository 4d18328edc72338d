// SPDX-License-Identifier: Apache-2.0
#include "python/source_name.hpp"

#include "python/scanner.hpp"

namespace kenv::python {
namespace {

constexpr std::string_view kOldEnding = ".tar.bz2";  // of before PEP 527

/// The name without the ending of a source distribution; nothing if it has none.
std::optional<std::string_view> stem_of(std::string_view file_name, std::string_view also = {}) {
  for (std::string_view ending : {std::string_view(".tar.gz"), std::string_view(".zip"), also})
    if (!ending.empty() && file_name.ends_with(ending)) return file_name.substr(0, file_name.size() - ending.size());
  return std::nullopt;
}

/// Where the version begins: a name may hold hyphens, a version may not.
std::size_t last_hyphen(std::string_view stem) { return stem.rfind('-'); }

}  // namespace

Result<SourceName> parse_source_name(std::string_view file_name) {
  const auto refused = [&] { return refuse(excerpt(file_name) + " is not the name of a source distribution"); };
  const auto stem = stem_of(file_name);
  const auto hyphen = stem ? last_hyphen(*stem) : std::string_view::npos;
  if (hyphen == std::string_view::npos) return refused();
  auto name = PackageName::parse(stem->substr(0, hyphen));
  auto version = Version::parse(stem->substr(hyphen + 1));
  if (!name || !version) return refused();
  return SourceName{*std::move(name), *std::move(version)};
}

bool is_source_name(std::string_view file_name) { return stem_of(file_name, kOldEnding).has_value(); }

std::optional<PackageName> project_in_source_name(std::string_view file_name) {
  const auto stem = stem_of(file_name, kOldEnding);
  const auto hyphen = stem ? last_hyphen(*stem) : std::string_view::npos;
  if (hyphen == std::string_view::npos) return std::nullopt;
  auto name = PackageName::parse(stem->substr(0, hyphen));
  return name ? std::optional(*std::move(name)) : std::nullopt;
}

std::optional<Version> version_in_source_name(std::string_view file_name) {
  const auto stem = stem_of(file_name, kOldEnding);
  const auto hyphen = stem ? last_hyphen(*stem) : std::string_view::npos;
  if (hyphen == std::string_view::npos) return std::nullopt;
  auto version = Version::parse(stem->substr(hyphen + 1));
  return version ? std::optional(*std::move(version)) : std::nullopt;
}

}  // namespace kenv::python
