// SPDX-License-Identifier: Apache-2.0
#include "archive/member_name.hpp"

#include <algorithm>
#include <cstdint>

namespace kenv::archive {
namespace {

// Decodes one character at the front; 0 for bytes that are not UTF-8 (RFC 3629: shortest form, no surrogates).
char32_t take_character(std::string_view& text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  const std::size_t length = first < 0x80   ? 1
                             : first < 0xc2 ? 0
                             : first < 0xe0 ? 2
                             : first < 0xf0 ? 3
                             : first < 0xf5 ? 4
                                            : 0;
  if (length == 0 || length > text.size()) return 0;
  char32_t value = length == 1 ? first : first & (0xffu >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
    value = value << 6 | (byte(i) & 0x3f);
  }
  constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
  if (value < kSmallest[length] || value > 0x10ffff || (value >= 0xd800 && value < 0xe000)) return 0;
  text.remove_prefix(length);
  return value;
}

bool is_control(char32_t c) {
  return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x2028 || c == 0x2029 || (c >= 0x202a && c <= 0x202e) ||
         (c >= 0x2066 && c <= 0x2069);  // these turn text round and so disguise names
}

char32_t lower(char32_t c) {
  const bool plain = (c >= 'A' && c <= 'Z') || (c >= 0xc0 && c <= 0xde && c != 0xd7) || (c >= 0x391 && c <= 0x3a9) ||
                     (c >= 0x410 && c <= 0x42f);
  if (plain) return c + 0x20;
  return c >= 0x400 && c <= 0x40f ? c + 0x50 : c;
}

void append(std::string& out, char32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xc0 | c >> 6);
    out += static_cast<char>(0x80 | (c & 0x3f));
  }
}

}  // namespace

std::optional<std::string> fault_of_name(std::string_view name, bool utf8_flag) {
  if (name.empty()) return "is empty";
  bool ascii = true;
  for (std::string_view rest = name; !rest.empty();) {
    if (rest.front() == '\0') return "has a NUL in it";
    const char32_t c = take_character(rest);
    if (c == 0) return "is not UTF-8";
    if (c == '\\') return "has a backslash in it";
    if (is_control(c)) return "has a control character in it";
    ascii = ascii && c < 0x80;
  }
  if (!ascii && !utf8_flag) return "is not ASCII and not declared to be UTF-8";
  if (name.front() == '/') return "is absolute";
  if (name.size() >= 2 && name[1] == ':') return "begins with a drive letter";
  std::string_view rest = name;
  if (rest.back() == '/') rest.remove_suffix(1);
  for (;;) {
    const auto slash = rest.find('/');
    const std::string_view part = rest.substr(0, slash);
    if (part.empty()) return "has an empty part";
    if (part == ".") return "has a part that is '.'";
    if (part == "..") return "leads out of the archive";
    if (part.size() > 255) return "has a part longer than 255 bytes";
    if (slash == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(slash + 1);
  }
}

std::string fold_case(std::string_view name) {
  std::string folded(name);
  if (std::ranges::all_of(name, [](char c) { return static_cast<unsigned char>(c) < 0x80; })) {
    for (char& c : folded) c = static_cast<char>(lower(static_cast<char32_t>(c)));
    return folded;
  }
  folded.clear();
  while (!name.empty()) {
    const std::string_view before = name;
    const char32_t c = lower(take_character(name));
    if (c == 0 || c >= 0x800) {
      // No letter of ours: its bytes are kept. Bytes that are not UTF-8 were refused before and end the loop here.
      if (c == 0) return folded.append(name);
      folded.append(before.substr(0, before.size() - name.size()));
    } else {
      append(folded, c);
    }
  }
  return folded;
}

}  // namespace kenv::archive
