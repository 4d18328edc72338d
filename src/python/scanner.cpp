// SPDX-License-Identifier: Apache-2.0
#include "python/scanner.hpp"

namespace kenv::python {

std::string excerpt(std::string_view text) {
  constexpr std::size_t kLongest = 100;
  std::string out = "\"";
  for (char c : text.substr(0, kLongest)) {
    const bool harmless = static_cast<unsigned char>(c) >= 0x20 && c != 0x7f;
    out += harmless ? c : '?';
  }
  return out + (text.size() > kLongest ? "...\"" : "\"");
}

bool Scanner::take(char expected) {
  if (peek() != expected || at_end()) return false;
  ++position_;
  return true;
}

bool Scanner::take(std::string_view expected) {
  if (!rest().starts_with(expected)) return false;
  position_ += expected.size();
  return true;
}

tl::unexpected<Problem> Scanner::expected_at(std::size_t position, std::string_view what) const {
  const auto column = static_cast<int>(position + 1);
  return refuse("expected " + std::string(what) + " at column " + std::to_string(column) + " of " + excerpt(text_),
                {.file = {}, .line = 0, .column = column});
}

}  // namespace kenv::python
