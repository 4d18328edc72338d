// SPDX-License-Identifier: Apache-2.0
#include "base/printable.hpp"

#include <cstdint>

#include "base/utf8.hpp"

namespace kenv::text {
namespace {

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
    const auto one = first_character(text);
    const std::size_t length = one ? one->length : 1;
    if (!one || is_obeyed(one->code))
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
