// SPDX-License-Identifier: Apache-2.0
#include "python/source_name.hpp"

#include "python/scanner.hpp"

namespace kenv::python {

Result<SourceName> parse_source_name(std::string_view file_name) {
  const auto refused = [&] { return refuse(excerpt(file_name) + " is not the name of a source distribution"); };
  std::string_view stem = file_name;
  for (std::string_view ending : {".tar.gz", ".zip"})
    if (stem.ends_with(ending)) stem.remove_suffix(ending.size());
  const auto hyphen = stem.rfind('-');  // a name may hold hyphens, a version may not
  if (stem.size() == file_name.size() || hyphen == std::string_view::npos) return refused();
  auto name = PackageName::parse(stem.substr(0, hyphen));
  auto version = Version::parse(stem.substr(hyphen + 1));
  if (!name || !version) return refused();
  return SourceName{*std::move(name), *std::move(version)};
}

}  // namespace kenv::python
