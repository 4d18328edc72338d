// SPDX-License-Identifier: Apache-2.0
#include "python/source_encoding.hpp"

#include <array>
#include <cstdint>
#include <optional>

#include "base/text.hpp"
#include "base/utf8.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

constexpr char32_t kLastCodePoint = 0x10FFFF;

bool is_surrogate(char32_t point) { return point >= 0xD800 && point <= 0xDFFF; }

void append(std::string& out, char32_t point) {
  const auto byte = [&](char32_t bits) { out += static_cast<char>(static_cast<unsigned char>(bits)); };
  if (point < 0x80) return byte(point);
  if (point < 0x800) return byte(0xC0 | point >> 6), byte(0x80 | (point & 0x3F));
  if (point < 0x10000) return byte(0xE0 | point >> 12), byte(0x80 | (point >> 6 & 0x3F)), byte(0x80 | (point & 0x3F));
  byte(0xF0 | point >> 18), byte(0x80 | (point >> 12 & 0x3F)), byte(0x80 | (point >> 6 & 0x3F)),
      byte(0x80 | (point & 0x3F));
}

Position place_of(std::string_view bytes, std::size_t at, std::string_view file) {
  Position where{std::string(file), 1, 1};
  for (std::size_t i = 0; i < at; ++i) {
    where.column = bytes[i] == '\n' ? 1 : where.column + 1;
    where.line += bytes[i] == '\n' ? 1 : 0;
  }
  return where;
}

tl::unexpected<Problem> not_in(std::string_view encoding, std::string_view bytes, std::size_t at,
                               std::string_view file) {
  return refuse("this byte is not " + std::string(encoding) + " text", place_of(bytes, at, file),
                "save the file as UTF-8, or name its encoding in the first line: # -*- coding: latin-1 -*-");
}

Result<std::string> from_utf8(std::string_view bytes, std::string_view file) {
  for (std::size_t at = 0; at < bytes.size();) {
    const auto character = text::first_character(bytes.substr(at));
    if (!character) return not_in("UTF-8", bytes, at, file);
    at += character->length;
  }
  return std::string(bytes);
}

Result<std::string> from_ascii(std::string_view bytes, std::string_view file) {
  for (std::size_t at = 0; at < bytes.size(); ++at)
    if (static_cast<unsigned char>(bytes[at]) >= 0x80) return not_in("ASCII", bytes, at, file);
  return std::string(bytes);
}

/// What Windows-1252 has where Latin-1 has control characters; 0 where it has nothing.
constexpr std::array<char16_t, 32> kWindows1252 = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                   0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                   0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                   0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

Result<std::string> from_latin1(std::string_view bytes, std::string_view file, bool windows) {
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    char32_t point = static_cast<unsigned char>(bytes[at]);
    if (windows && point >= 0x80 && point < 0xA0) point = kWindows1252[point - 0x80];
    if (point == 0 && bytes[at] != '\0') return not_in("Windows-1252", bytes, at, file);
    append(out, point);
  }
  return out;
}

/// UTF-16 (width 2) and UTF-32 (width 4), without their byte order mark.
Result<std::string> from_wide(std::string_view bytes, std::string_view file, std::size_t width, bool big_endian) {
  const auto unit = [&](std::size_t at) {
    char32_t value = 0;
    for (std::size_t i = 0; i < width; ++i)
      value = value << 8 | static_cast<unsigned char>(bytes[at + (big_endian ? i : width - 1 - i)]);
    return value;
  };
  const std::string name = width == 2 ? "UTF-16" : "UTF-32";
  std::string out;
  for (std::size_t at = 0; at < bytes.size(); at += width) {
    const auto wrong = [&] {
      return refuse("the file is not " + name + " text, as its first bytes say", place_of(out, out.size(), file),
                    "save the file as UTF-8");
    };
    if (bytes.size() - at < width) return wrong();
    char32_t point = unit(at);
    if (width == 2 && point >= 0xD800 && point <= 0xDBFF && bytes.size() - at >= 4) {
      const char32_t low = unit(at + 2);
      if (low >= 0xDC00 && low <= 0xDFFF) {
        point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
        at += 2;
      }
    }
    if (point > kLastCodePoint || is_surrogate(point)) return wrong();
    append(out, point);
  }
  return out;
}

/// The encoding that a comment in the first two lines names, in lower case with hyphens.
std::optional<std::string> named_encoding(std::string_view bytes) {
  for (int line = 0; line < 2; ++line) {
    const auto end = bytes.find('\n');
    const std::string_view text = bytes.substr(0, end);
    for (auto at = text.find("coding"); text.starts_with('#') && at != std::string_view::npos;
         at = text.find("coding", at + 1)) {
      Scanner scan(text.substr(at + 6));
      if (!scan.take(':') && !scan.take('=')) continue;
      scan.take_while([](char c) { return c == ' ' || c == '\t'; });
      std::string name =
          text::lower(scan.take_while([](char c) { return is_ascii_alnum(c) || c == '-' || c == '_' || c == '.'; }));
      for (char& c : name) c = c == '_' ? '-' : c;
      if (!name.empty()) return name;
    }
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + 1);
  }
  return std::nullopt;
}

}  // namespace

Result<std::string> decode_source(std::string_view bytes, std::string_view file) {
  using namespace std::string_view_literals;
  // UTF-32 first: its little-endian mark begins like that of UTF-16.
  if (bytes.starts_with("\xFF\xFE\0\0"sv)) return from_wide(bytes.substr(4), file, 4, false);
  if (bytes.starts_with("\0\0\xFE\xFF"sv)) return from_wide(bytes.substr(4), file, 4, true);
  if (bytes.starts_with("\xFF\xFE"sv)) return from_wide(bytes.substr(2), file, 2, false);
  if (bytes.starts_with("\xFE\xFF"sv)) return from_wide(bytes.substr(2), file, 2, true);
  if (bytes.starts_with("\xEF\xBB\xBF"sv)) return from_utf8(bytes.substr(3), file);
  const std::string name = named_encoding(bytes).value_or("utf-8");
  if (name == "utf-8" || name == "utf8" || name == "utf-8-sig") return from_utf8(bytes, file);
  if (name == "ascii" || name == "us-ascii") return from_ascii(bytes, file);
  if (name == "latin-1" || name == "latin1" || name == "iso-8859-1" || name == "l1")
    return from_latin1(bytes, file, false);
  if (name == "cp1252" || name == "windows-1252") return from_latin1(bytes, file, true);
  return refuse("kenv does not read the encoding " + excerpt(name), {std::string(file), 1, 1},
                "save the file as UTF-8 and drop the comment that names another encoding");
}

}  // namespace kenv::python
