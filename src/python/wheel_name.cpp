// SPDX-License-Identifier: Apache-2.0
#include "python/wheel_name.hpp"

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "python/scanner.hpp"
#include "python/version_reader.hpp"

namespace kenv::python {
namespace {

constexpr std::string_view kSuffix = ".whl";

/// "1000abc" is (1000, "abc"): build tags are ordered by their number first.
std::optional<BuildNumber> parse_build(std::string_view text) {
  const auto digits = static_cast<std::size_t>(std::ranges::find_if_not(text, is_ascii_digit) - text.begin());
  const bool printable = std::ranges::all_of(text, [](char c) { return c > ' ' && c < '\x7f'; });
  if (digits == 0 || !printable) return std::nullopt;
  return BuildNumber(VersionNumber::from_digits(text.substr(0, digits)), std::string(text.substr(digits)));
}

bool is_variant_label(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_ascii_digit(c) || (c >= 'a' && c <= 'z') || c == '_' || c == '.';
  });
}

/// As PackageName::parse, but for characters beyond ASCII: the specification of wheels calls the file name Unicode.
std::optional<PackageName> parse_distribution(std::string_view text) {
  std::string ascii;
  for (Scanner scan(text); !scan.at_end(); scan.advance(1)) {
    if (at_wide_space(scan)) return std::nullopt;
    ascii += static_cast<unsigned char>(scan.peek()) < 0x80 ? scan.peek() : 'x';
  }
  if (!PackageName::parse(ascii) || text.find("__") != std::string_view::npos) return std::nullopt;
  return PackageName::from_normal(normal_form(text));
}

}  // namespace

Result<WheelName> WheelName::parse(std::string_view file_name) {
  auto wheel = parse_with_variant(file_name);
  if (wheel && !wheel->variant_label.empty())
    return refuse(excerpt(file_name) + " is a wheel variant with the label " + wheel->variant_label +
                      ", a kind (PEP 825) that kenv does not install",
                  {.file = {}, .line = 0, .column = static_cast<int>(file_name.rfind('-') + 2)});
  return wheel;
}

Result<WheelName> WheelName::parse_with_variant(std::string_view file_name) {
  const auto damaged = [&](std::string_view part, const std::string& why, int column_in_part = 1) {
    const auto column = static_cast<int>(part.data() - file_name.data()) + std::max(column_in_part, 1);
    return refuse(excerpt(file_name) + " is not the name of a wheel: " + why, {.file = {}, .line = 0, .column = column},
                  "wheels are called NAME-VERSION-PYTHON-ABI-PLATFORM.whl");
  };
  if (!file_name.ends_with(kSuffix)) return damaged(file_name.substr(file_name.size()), "it does not end in .whl");
  const auto parts = text::split(file_name.substr(0, file_name.size() - kSuffix.size()), '-');
  if (parts.size() < 5 || parts.size() > 7)
    return damaged(parts.back(), "it has " + std::to_string(parts.size()) + " parts instead of 5 to 7");

  // NAME-VERSION[-BUILD]-PYTHON-ABI-PLATFORM[-VARIANT]: a build begins with a digit, a Python tag does not.
  const bool has_build =
      parts.size() == 7 || (parts.size() == 6 && !parts[2].empty() && is_ascii_digit(parts[2].front()));
  const bool has_variant = parts.size() - 5 - (has_build ? 1 : 0) == 1;
  const std::size_t tags_at = has_build ? 3 : 2;

  WheelName wheel;
  auto name = parse_distribution(parts[0]);
  if (!name) return damaged(parts[0], excerpt(parts[0]) + " is not a project name");
  wheel.name = std::move(*name);
  auto version = Version::parse(parts[1]);
  if (!version) return damaged(parts[1], version.error().message, version.error().where.column);
  wheel.version = std::move(*version);
  if (has_build) {
    auto build = parse_build(parts[2]);
    if (!build) return damaged(parts[2], excerpt(parts[2]) + " is not a build number");
    wheel.build = std::move(*build);
  }
  const auto* last_tag = parts[tags_at + 2].data() + parts[tags_at + 2].size();
  const std::string_view tag_set(parts[tags_at].data(), static_cast<std::size_t>(last_tag - parts[tags_at].data()));
  auto tags = Tag::parse_set(tag_set);
  if (!tags) return damaged(tag_set, tags.error().message, tags.error().where.column);
  wheel.tags = std::move(*tags);
  if (has_variant) {
    if (!is_variant_label(parts.back())) return damaged(parts.back(), excerpt(parts.back()) + " is not a variant label");
    wheel.variant_label = parts.back();
  }
  return wheel;
}

}  // namespace kenv::python
