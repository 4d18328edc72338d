// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace kenv::text {

struct Character {
  std::uint32_t code;  ///< its Unicode scalar value
  std::size_t length;  ///< in bytes
};
/// The character of UTF-8 that the bytes begin with, or none (RFC 3629: no overlong forms, no surrogates).
std::optional<Character> first_character(std::string_view bytes);

}  // namespace kenv::text
