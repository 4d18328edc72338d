// SPDX-License-Identifier: Apache-2.0
#include "python/wheel_file.hpp"

#include <limits>

#include "base/text.hpp"
#include "python/header_fields.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

constexpr int kNewestWheelMajor = 1;

std::optional<int> small_number(std::string_view digits) {
  const auto value = text::parse_unsigned(digits);
  if (!value || *value > std::uint64_t{std::numeric_limits<int>::max()}) return std::nullopt;
  return static_cast<int>(*value);
}

}  // namespace

Result<WheelFile> WheelFile::parse(std::string_view text) {
  WheelFile wheel;
  bool has_version = false;
  for (const HeaderField& field : read_header_fields(text)) {
    const Position where = field.position("WHEEL");
    if (field.name == "wheel-version" && !has_version) {  // some wheels have the line twice: the first one counts
      const auto parts = text::split(field.value, '.');
      const auto major = small_number(parts[0]), minor = parts.size() == 2 ? small_number(parts[1]) : std::nullopt;
      if (!major || !minor) return refuse("Wheel-Version " + excerpt(field.value) + " is not MAJOR.MINOR", where);
      if (*major > kNewestWheelMajor)
        return refuse("Wheel-Version " + field.value + " is newer than kenv can install", where,
                      "a newer kenv may install it");
      wheel.major = *major;
      wheel.minor = *minor;
      has_version = true;
    } else if (field.name == "root-is-purelib") {
      wheel.root_is_purelib = text::lower(field.value) == "true";
    } else if (field.name == "generator") {
      wheel.generator = field.value;
    } else if (field.name == "tag") {
      auto tags = Tag::parse_set(field.value);
      if (!tags) return refuse(tags.error().message, field.position("WHEEL", tags.error().where.column));
      wheel.tags.insert(wheel.tags.end(), tags->begin(), tags->end());
    }
  }
  if (!has_version) return refuse("Wheel-Version is missing", {.file = "WHEEL"});
  return wheel;
}

}  // namespace kenv::python
