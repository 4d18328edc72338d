// SPDX-License-Identifier: Apache-2.0
#include "base/utf8.hpp"

namespace kenv::text {

std::optional<Character> first_character(std::string_view bytes) {
  if (bytes.empty()) return std::nullopt;
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (first < 0x80) return Character{first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  constexpr std::uint32_t kLowest[] = {0, 0, 0x80, 0x800, 0x10000};  // by length: below it, the form is overlong
  if (first < 0xC0 || first > 0xF4 || bytes.size() < length) return std::nullopt;
  std::uint32_t code = first & (0x7Fu >> length);
  for (const char next : bytes.substr(1, length - 1)) {
    const auto byte = static_cast<unsigned char>(next);
    if ((byte & 0xC0) != 0x80) return std::nullopt;
    code = code << 6 | (byte & 0x3Fu);
  }
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLowest[length] || code > 0x10FFFF || surrogate) return std::nullopt;
  return Character{code, length};
}

}  // namespace kenv::text
