// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv::python {

// The packaging grammars are ASCII and must not depend on the locale, which <cctype> does.
constexpr bool is_ascii_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_ascii_alpha(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
constexpr bool is_ascii_alnum(char c) { return is_ascii_digit(c) || is_ascii_alpha(c); }
constexpr bool is_ascii_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
/// What may stand between the words of a name and the parts of a version.
constexpr bool is_separator(char c) { return c == '-' || c == '_' || c == '.'; }
constexpr char ascii_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// The text in quotes for a message: shortened, and without bytes that a terminal would act on.
std::string excerpt(std::string_view text);

/// A cursor over one line of text. Every step consumes characters or answers false, so a parser built of such steps
/// ends.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool at_end() const { return position_ == text_.size(); }
  /// The next character, or NUL at the end.
  char peek() const { return at_end() ? '\0' : text_[position_]; }
  std::size_t position() const { return position_; }
  std::string_view rest() const { return text_.substr(position_); }
  void advance(std::size_t count) { position_ += count; }

  bool take(char expected);
  bool take(std::string_view expected);
  template <class Predicate>
  std::string_view take_while(Predicate belongs) {
    const std::size_t start = position_;
    while (!at_end() && belongs(text_[position_])) ++position_;
    return text_.substr(start, position_ - start);
  }
  void skip_space() { take_while(is_ascii_space); }
  /// Spaces and tabs, the only white space of the dependency specifiers' grammar.
  void skip_blanks() {
    take_while([](char c) { return c == ' ' || c == '\t'; });
  }

  /// "expected X at column N of "text"", with that column as the place. The line is for the caller to add: it knows
  /// where the text stands.
  tl::unexpected<Problem> expected(std::string_view what) const { return expected_at(position_, what); }
  tl::unexpected<Problem> expected_at(std::size_t position, std::string_view what) const;

 private:
  std::string_view text_;
  std::size_t position_ = 0;
};

}  // namespace kenv::python
