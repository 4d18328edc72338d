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

bool is_variant_label(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return is_ascii_digit(c) || (c >= 'a' && c <= 'z') || c == '_' || c == '.';
  });
}

tl::unexpected<Problem> not_a_wheel(std::string_view file_name, std::string_view part, const std::string& why,
                                    int column_in_part = 1) {
  const auto column = static_cast<int>(part.data() - file_name.data()) + std::max(column_in_part, 1);
  return refuse(excerpt(file_name) + " is not the name of a wheel: " + why, {.file = {}, .line = 0, .column = column},
                "wheels are called NAME-VERSION-PYTHON-ABI-PLATFORM.whl");
}

}  // namespace

Result<WheelNameParts> WheelNameParts::split(std::string_view file_name) {
  if (!file_name.ends_with(kSuffix))
    return not_a_wheel(file_name, file_name.substr(file_name.size()), "it does not end in .whl");
  const auto parts = text::split(file_name.substr(0, file_name.size() - kSuffix.size()), '-');
  if (parts.size() < 5 || parts.size() > 7)
    return not_a_wheel(file_name, parts.back(), "it has " + std::to_string(parts.size()) + " parts instead of 5 to 7");

  // A build begins with a digit, a Python tag does not.
  const bool has_build =
      parts.size() == 7 || (parts.size() == 6 && !parts[2].empty() && is_ascii_digit(parts[2].front()));
  const bool has_variant = parts.size() - 5 - (has_build ? 1 : 0) == 1;
  const std::size_t tags_at = has_build ? 3 : 2;
  if (has_build && parts[2].empty()) return not_a_wheel(file_name, parts[2], "its build number is empty");
  if (has_variant && !is_variant_label(parts.back()))
    return not_a_wheel(file_name, parts.back(), excerpt(parts.back()) + " is not a variant label");

  const std::string_view last_tag = parts[tags_at + 2];
  const auto tags_length = static_cast<std::size_t>(last_tag.data() + last_tag.size() - parts[tags_at].data());
  return WheelNameParts{parts[0], parts[1], has_build ? parts[2] : std::string_view(),
                        std::string_view(parts[tags_at].data(), tags_length),
                        has_variant ? parts.back() : std::string_view()};
}

// As PackageName::parse, but for characters beyond ASCII: the specification of wheels calls the file name Unicode.
std::optional<PackageName> WheelNameParts::read_name() const {
  std::string ascii;
  for (Scanner scan(name); !scan.at_end(); scan.advance(1)) {
    if (at_wide_space(scan)) return std::nullopt;
    ascii += static_cast<unsigned char>(scan.peek()) < 0x80 ? scan.peek() : 'x';
  }
  if (!PackageName::parse(ascii) || name.find("__") != std::string_view::npos) return std::nullopt;
  return PackageName::from_normal(normal_form(name));
}

// "1000abc" is (1000, "abc"): build tags are ordered by their number first.
std::optional<BuildNumber> WheelNameParts::read_build() const {
  if (build.empty()) return BuildNumber();
  const auto digits = static_cast<std::size_t>(std::ranges::find_if_not(build, is_ascii_digit) - build.begin());
  const bool printable = std::ranges::all_of(build, [](char c) { return c > ' ' && c < '\x7f'; });
  if (digits == 0 || !printable) return std::nullopt;
  return BuildNumber(VersionNumber::from_digits(build.substr(0, digits)), std::string(build.substr(digits)));
}

Result<WheelName> WheelName::parse(std::string_view file_name) {
  auto wheel = parse_with_variant(file_name);
  if (wheel && !wheel->variant_label.empty())
    return refuse(excerpt(file_name) + " is a wheel variant with the label " + wheel->variant_label +
                      ", a kind (PEP 825) that kenv does not install",
                  {.file = {}, .line = 0, .column = static_cast<int>(file_name.rfind('-') + 2)});
  return wheel;
}

Result<WheelName> WheelName::parse_with_variant(std::string_view file_name) {
  const auto parts = WheelNameParts::split(file_name);
  if (!parts) return tl::unexpected(parts.error());
  const auto damaged = [&](std::string_view part, const std::string& why, int column_in_part = 1) {
    return not_a_wheel(file_name, part, why, column_in_part);
  };
  WheelName wheel;
  auto name = parts->read_name();
  if (!name) return damaged(parts->name, excerpt(parts->name) + " is not a project name");
  wheel.name = std::move(*name);
  auto version = Version::parse(parts->version);
  if (!version) return damaged(parts->version, version.error().message, version.error().where.column);
  wheel.version = std::move(*version);
  auto build = parts->read_build();
  if (!build) return damaged(parts->build, excerpt(parts->build) + " is not a build number");
  wheel.build = std::move(*build);
  auto tags = Tag::parse_set(parts->tags);
  if (!tags) return damaged(parts->tags, tags.error().message, tags.error().where.column);
  wheel.tags = std::move(*tags);
  wheel.variant_label = parts->variant_label;
  return wheel;
}

}  // namespace kenv::python
