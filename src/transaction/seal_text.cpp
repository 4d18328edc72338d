// SPDX-License-Identifier: Apache-2.0
#include "transaction/seal_text.hpp"

#include "base/text.hpp"

namespace kenv::transaction {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

bool must_be_escaped(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte < 0x20 || byte == 0x7f || c == '\\';
}

}  // namespace

void append_field(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (!must_be_escaped(c)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += "\\x";
    out += kHexDigits[byte >> 4];
    out += kHexDigits[byte & 15];
  }
}

std::optional<std::string> read_field(std::string_view field) {
  if (field.find('\\') == std::string_view::npos) return std::string(field);
  std::string text;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\') {
      text += field[i];
      continue;
    }
    if (i + 3 >= field.size() || field[i + 1] != 'x') return std::nullopt;
    const auto high = kHexDigits.find(field[i + 2]), low = kHexDigits.find(field[i + 3]);
    if (high == std::string_view::npos || low == std::string_view::npos) return std::nullopt;
    text += static_cast<char>(high * 16 + low);
    i += 3;
  }
  return text;
}

bool is_inner_path(std::string_view path) {
  if (path.find('\0') != std::string_view::npos) return false;
  for (std::size_t begin = 0; begin <= path.size();) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    const std::string_view name = path.substr(begin, end - begin);
    if (name.empty() || name == "." || name == "..") return false;
    begin = end + 1;
  }
  return true;
}

}  // namespace kenv::transaction
