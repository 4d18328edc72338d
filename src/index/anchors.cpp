// SPDX-License-Identifier: Apache-2.0
#include "index/anchors.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>

#include "base/text.hpp"

namespace kenv::index {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

void append_utf8(std::string& out, std::uint32_t code) {
  const auto tail = [&](int shift) { out += static_cast<char>(0x80 | ((code >> shift) & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0 | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0 | (code >> 12));
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0 | (code >> 18));
    tail(12), tail(6), tail(0);
  }
}

/// The character that a reference (the text between "&" and ";") stands for; none if it is not known.
std::optional<std::uint32_t> referenced(std::string_view reference) {
  constexpr std::pair<std::string_view, std::uint32_t> kNamed[] = {{"amp", '&'},  {"lt", '<'},    {"gt", '>'},
                                                                   {"quot", '"'}, {"apos", '\''}, {"nbsp", 0xA0}};
  for (const auto& [name, code] : kNamed)
    if (reference == name) return code;
  if (!reference.starts_with('#')) return std::nullopt;
  const bool hexadecimal = reference.size() > 1 && (reference[1] == 'x' || reference[1] == 'X');
  const auto digits = reference.substr(hexadecimal ? 2 : 1);
  std::uint32_t code = 0;
  const auto [end, failure] =
      std::from_chars(digits.data(), digits.data() + digits.size(), code, hexadecimal ? 16 : 10);
  const bool valid = failure == std::errc{} && end == digits.data() + digits.size() && code > 0 && code < 0x110000 &&
                     (code < 0xD800 || code > 0xDFFF);
  return valid ? std::optional(code) : std::nullopt;
}

}  // namespace

std::string without_entities(std::string_view text) {
  constexpr std::size_t kLongest = 10;
  std::string out;
  while (!text.empty()) {
    const auto start = std::min(text.find('&'), text.size());
    out += text.substr(0, start);
    text.remove_prefix(start);
    if (text.empty()) break;
    const auto end = text.substr(0, kLongest).find(';');
    const auto code = end == std::string_view::npos ? std::nullopt : referenced(text.substr(1, end - 1));
    if (code)
      append_utf8(out, *code);
    else
      out += '&';
    text.remove_prefix(code ? end + 1 : 1);
  }
  return out;
}

const std::string* Tag::attribute(std::string_view attribute_name) const {
  const auto found = attributes.find(attribute_name);
  return found == attributes.end() ? nullptr : &found->second;
}

std::optional<Tag> TagReader::next() {
  while (true) {
    const auto open = rest_.find('<');
    if (open == std::string_view::npos) return std::nullopt;
    rest_.remove_prefix(open + 1);
    if (rest_.starts_with("!--")) {
      const auto end = rest_.find("-->", 3);
      rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 3);
      continue;
    }
    if (rest_.empty() || !is_letter(rest_[0])) continue;  // an end tag, a declaration, a "<" in the text
    Tag tag;
    const auto name_end = std::min(rest_.find_first_of(" \t\r\n\f/>"), rest_.size());
    tag.name = text::lower(rest_.substr(0, name_end));
    rest_.remove_prefix(name_end);
    read_attributes(tag);
    if (tag.name == "script" || tag.name == "style") {
      skip_to_end_of(tag.name);
      continue;
    }
    return tag;
  }
}

/// What stands in a script is no HTML, whatever it looks like, up to its end tag in any case (HTML, 13.2.5.4).
void TagReader::skip_to_end_of(std::string_view name) {
  for (auto end = rest_.find("</"); end != std::string_view::npos; end = rest_.find("</", 1)) {
    rest_.remove_prefix(end);
    if (text::lower(rest_.substr(2, name.size())) == name) return;
  }
  rest_ = {};
}

void TagReader::read_attributes(Tag& tag) {
  while (true) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n\f/"), rest_.size()));
    if (rest_.empty()) return;
    if (rest_[0] == '>') {
      rest_.remove_prefix(1);
      return;
    }
    const auto name_end = std::min(rest_.find_first_of(" \t\r\n\f/>=", 1), rest_.size());
    std::string name = text::lower(rest_.substr(0, name_end));
    rest_.remove_prefix(name_end);
    const auto content = rest_.find_first_not_of(kBlanks);
    std::string value;
    if (content != std::string_view::npos && rest_[content] == '=') {
      rest_.remove_prefix(content + 1);
      value = without_entities(take_value());
    }
    tag.attributes.emplace(std::move(name), std::move(value));  // of two with one name the first counts, as in browsers
  }
}

std::string_view TagReader::take_value() {
  rest_.remove_prefix(std::min(rest_.find_first_not_of(kBlanks), rest_.size()));
  if (rest_.empty()) return {};
  const char quote = rest_[0];
  if (quote == '"' || quote == '\'') {
    const auto end = std::min(rest_.find(quote, 1), rest_.size());
    const auto value = rest_.substr(1, end - 1);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    return value;
  }
  const auto end = std::min(rest_.find_first_of(" \t\r\n\f>"), rest_.size());
  const auto value = rest_.substr(0, end);
  rest_.remove_prefix(end);
  return value;
}

}  // namespace kenv::index
