// SPDX-License-Identifier: Apache-2.0
#include "python/wheel_name.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

constexpr std::string_view kSuffix = ".whl";

/// "1000abc" is (1000, "abc"): build tags are ordered by their number first.
std::optional<std::pair<std::uint64_t, std::string>> parse_build(std::string_view text) {
  const auto digits = static_cast<std::size_t>(std::ranges::find_if_not(text, is_ascii_digit) - text.begin());
  const auto number = text::parse_unsigned(text.substr(0, digits));
  if (!number) return std::nullopt;
  return std::pair(*number, std::string(text.substr(digits)));
}

bool is_variant_label(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_ascii_digit(c) || (c >= 'a' && c <= 'z') || c == '_' || c == '.';
  });
}

}  // namespace

Result<WheelName> WheelName::parse(std::string_view file_name) {
  const auto damaged = [&](const std::string& why) {
    return refuse(excerpt(file_name) + " is not the name of a wheel: " + why);
  };
  if (!file_name.ends_with(kSuffix)) return damaged("it does not end in .whl");
  const auto parts = text::split(file_name.substr(0, file_name.size() - kSuffix.size()), '-');
  if (parts.size() < 5 || parts.size() > 7)
    return damaged("it has " + std::to_string(parts.size()) + " parts instead of 5 to 7");

  // NAME-VERSION[-BUILD]-PYTHON-ABI-PLATFORM[-VARIANT]: a build begins with a digit, a Python tag does not.
  const bool has_build =
      parts.size() == 7 || (parts.size() == 6 && !parts[2].empty() && is_ascii_digit(parts[2].front()));
  const bool has_variant = parts.size() - 5 - (has_build ? 1 : 0) == 1;
  const std::size_t tags_at = has_build ? 3 : 2;

  WheelName wheel;
  auto name = PackageName::parse(parts[0]);
  if (!name || parts[0].find("__") != std::string_view::npos)
    return damaged(excerpt(parts[0]) + " is not a project name");
  wheel.name = std::move(*name);
  auto version = Version::parse(parts[1]);
  if (!version) return damaged(version.error().message);
  wheel.version = std::move(*version);
  if (has_build) {
    auto build = parse_build(parts[2]);
    if (!build) return damaged(excerpt(parts[2]) + " is not a build number");
    wheel.build = std::move(*build);
  }
  const auto* first_tag = parts[tags_at].data();
  const auto* last_tag = parts[tags_at + 2].data() + parts[tags_at + 2].size();
  auto tags = Tag::parse_set(std::string_view(first_tag, static_cast<std::size_t>(last_tag - first_tag)));
  if (!tags) return damaged(tags.error().message);
  wheel.tags = std::move(*tags);
  if (has_variant) {
    if (!is_variant_label(parts.back())) return damaged(excerpt(parts.back()) + " is not a variant label");
    wheel.variant_label = parts.back();
  }
  return wheel;
}

}  // namespace kenv::python
