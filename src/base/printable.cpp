// SPDX-License-Identifier: Apache-2.0
#include "base/printable.hpp"

#include <cstdint>

namespace kenv::text {
namespace {

/// A character of UTF-8 (RFC 3629): its code and its length in bytes. Length 0: the bytes are none.
struct Character {
  std::uint32_t code = 0;
  std::size_t length = 0;
};

Character first_of(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || bytes.size() < length) return {};
  std::uint32_t code = first & (0xFFu >> (length + 1));
  for (const char c : bytes.substr(1, length - 1)) {
    const auto next = static_cast<unsigned char>(c);
    if ((next & 0xC0) != 0x80) return {};
    code = code << 6 | (next & 0x3Fu);
  }
  return {code, length};
}

bool is_obeyed(std::uint32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code <= 0x9F);
  const bool direction = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  return (control && code != '\n' && code != '\t') || direction;
}

}  // namespace

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character one = first_of(text);
    const std::size_t length = one.length == 0 ? 1 : one.length;
    if (one.length == 0 || is_obeyed(one.code))
      out += '?';
    else
      out += text.substr(0, length);
    text.remove_prefix(length);
  }
  return out;
}

std::string printable_line(std::string_view text, std::size_t most) {
  std::size_t length = text.size();
  if (length > most)
    for (length = most; length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80;) --length;
  std::string out = printable(text.substr(0, length));
  for (char& c : out)
    if (c == '\n') c = ' ';
  return length < text.size() ? out + "..." : out;
}

}  // namespace kenv::text
