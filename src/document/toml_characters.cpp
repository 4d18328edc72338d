// SPDX-License-Identifier: Apache-2.0
#include "document/toml_characters.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <vector>

#include "base/utf8.hpp"

namespace kenv::document {
namespace {

/// What may stand outside of strings and comments: bare keys are of A-Z a-z 0-9 _ -, dates and numbers add + and :, the
/// rest is punctuation and white space.
bool may_stand_alone(char c) {
  constexpr std::string_view kOthers = "_-+:.=,[]{} \t";
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         kOthers.find(c) != std::string_view::npos;
}

class Reading {
 public:
  Reading(std::string_view text, std::string_view file) : text_(text), file_(file) {
    if (text_.starts_with("\xEF\xBB\xBF")) text_.remove_prefix(3);  // a byte order mark, which editors of Windows write
  }

  Result<ReadableToml> readable() {
    while (!problem_ && at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#')
        comment();
      else if (c == '"' || c == '\'')
        string(c);
      else if (take_line_end())
        end_line();
      else
        between(c);
    }
    if (problem_) return tl::unexpected(*std::move(problem_));
    copy_up_to(text_.size());
    return std::move(out_);
  }

 private:
  Position place() const { return {std::string(file_), line_, column_}; }
  std::string_view rest() const { return text_.substr(at_); }
  void refuse(std::string message, Position where, std::string hint = {}) {
    problem_ = Problem{std::move(message), std::move(where), std::move(hint)};
  }

  bool take_line_end() {
    const std::size_t length = rest().starts_with('\n') ? 1 : rest().starts_with("\r\n") ? 2 : 0;
    if (length == 0) return false;
    at_ += length;
    ++line_;
    column_ = 1;
    return true;
  }

  /// One character of a string or a comment.
  void take_character() {
    const auto character = text::first_character(rest());
    if (!character) return refuse("this byte is no UTF-8 text", place(), "TOML documents are UTF-8; save the file so");
    if ((character->code < 0x20 && character->code != '\t') || character->code == 0x7F)
      return refuse(fmt::format("the control character U+{:04X}, which TOML does not allow", character->code), place(),
                    "in a string in double quotes, \\u and four digits stand for it");
    at_ += character->length;
    ++column_;
  }

  void comment() {
    while (!problem_ && at_ < text_.size() && !take_line_end()) take_character();
    end_line();
  }

  /// A key with its value or a header ends with its line, an array goes on.
  void end_line() {
    if (!open_.empty()) return;
    depth_ = 0;
    in_value_ = false;
    before_ = 0;
  }

  /// Whether a value begins here: nothing but its "=", or what separates it in its array, stands before it.
  bool value_may_begin() const { return in_value_ && (before_ == '=' || before_ == ',' || before_ == '['); }

  /// A string is a whole key, a part of a dotted key, or a value. Anywhere else, as in `0."x"`, its characters would be
  /// bare ones to the parser.
  bool string_may_begin() const {
    constexpr std::string_view kBeforeKeys = ".,[{";
    return value_may_begin() || (!in_value_ && (before_ == 0 || kBeforeKeys.find(before_) != std::string_view::npos));
  }

  /// What takes up what follows: where it stands wrongly, nothing behind it is what it seems.
  bool may_stand_here(char c) const {
    if (c == '{') return value_may_begin();
    if (c == '[') return value_may_begin() || (!in_value_ && (before_ == 0 || before_ == '['));
    return c != '=' || !in_value_;
  }

  void copy_up_to(std::size_t end) {
    out_.text += text_.substr(copied_, end - copied_);
    copied_ = end;
  }

  /// What follows a backslash. Behind one that ends its line, all blanks and line ends are skipped.
  void escaped(bool several_lines) {
    const std::size_t backslash = at_ - 1;
    while (several_lines && (rest().starts_with(' ') || rest().starts_with('\t') || rest().starts_with('\n') ||
                             rest().starts_with("\r\n")))
      if (!take_line_end()) skip(1);
    const auto character = text::first_character(rest());
    if (!character || character->length == 1) return;
    if (at_ == backslash + 1)
      return refuse(
          fmt::format("a backslash before U+{:04X}", character->code), place(),
          "behind a backslash stands one of b t n f r \" \\ u U or, in a string of several lines, a line end");
    copy_up_to(at_);
    out_.text += fmt::format("\\U{:08X}", character->code);
    out_.escaped.push_back(place());
    take_character();
    copied_ = at_;
  }

  /// A string in one or three quotes. With a double quote, a backslash takes the quote behind it for a character.
  void string(char quote) {
    const Position start = place();
    if (!string_may_begin())
      return refuse_here(fmt::format("unexpected {}: a string is a key or a value, and here begins neither", quote));
    before_ = quote;
    const std::string three(3, quote);
    const bool several_lines = rest().starts_with(three);
    skip(several_lines ? 3 : 1);
    while (!problem_ && at_ < text_.size()) {
      if (several_lines ? rest().starts_with(three) : text_[at_] == quote) {
        skip(several_lines ? 3 : 1);
        for (int more = 0; several_lines && more < 2 && rest().starts_with(quote); ++more) skip(1);  // `"""a"""""`
        return;
      }
      if (quote == '"' && text_[at_] == '\\') {
        skip(1);
        const std::size_t backslash = at_;
        escaped(several_lines);
        if (problem_ || at_ > backslash) continue;
      }
      if (at_ == text_.size()) break;
      if (rest().starts_with('\n') || rest().starts_with("\r\n")) {
        if (!several_lines) break;
        take_line_end();
      } else {
        take_character();
      }
    }
    if (!problem_)
      refuse(
          fmt::format("the string that begins here has no closing {}", several_lines ? three : std::string(1, quote)),
          start);
  }

  /// A character outside of strings and comments.
  void between(char c) {
    if (!may_stand_alone(c)) return unexpected();
    if (!may_stand_here(c)) return refuse_here(fmt::format("unexpected {}", c));
    if (c == '[' || c == '{') {
      open_.push_back({depth_++, c == '{'});
      in_value_ = in_value_ && c == '[';  // else a header or a table: keys
    } else if ((c == ']' || c == '}') && !open_.empty()) {
      depth_ = open_.back().depth;
      open_.pop_back();
      in_value_ = true;
    } else if (c == ',') {
      depth_ = open_.empty() ? 0 : open_.back().depth + 1;
      in_value_ = open_.empty() || !open_.back().table;
    } else if (c == '.') {
      ++depth_;
    } else if (c == '=') {
      in_value_ = true;
    }
    if (depth_ > kMaximalDepth) return refuse(fmt::format("nested more than {} levels deep", kMaximalDepth), place());
    if (c != ' ' && c != '\t') before_ = c;
    skip(1);
  }

  void refuse_here(std::string message) {
    refuse(std::move(message), place(), "keys and values are set apart by =, values by commas, entries by line ends");
  }

  void unexpected() {
    const Position here = place();
    const auto character = text::first_character(rest());
    take_character();  // refuses control characters and what is no UTF-8
    if (problem_) return;
    const std::string shown =
        character->length == 1 ? fmt::format("`{}`", text_[at_ - 1]) : fmt::format("U+{:04X}", character->code);
    refuse(fmt::format("unexpected {} outside of strings and comments", shown), here,
           "a text stands in quotes, and so does a key of other characters than A-Z a-z 0-9 _ -");
  }

  void skip(std::size_t characters) {
    at_ += characters;
    column_ += static_cast<int>(characters);
  }

  std::string_view text_, file_;
  ReadableToml out_;        ///< what the library is to read
  std::size_t copied_ = 0;  ///< so far it is as in the text
  std::size_t at_ = 0;
  int line_ = 1, column_ = 1;
  int depth_ = 0;          ///< brackets that are open and dots of the keys in them
  bool in_value_ = false;  ///< else in a key or a header
  char before_ = 0;        ///< the last character that was no blank, a quote for a string, 0 where nothing has begun
  struct Bracket {
    int depth;   ///< before it
    bool table;  ///< else an array or a header
  };
  std::vector<Bracket> open_;
  std::optional<Problem> problem_;
};

}  // namespace

Position ReadableToml::in_document(Position found) const {
  constexpr int kLonger = 9;  // ten characters in place of one
  for (const auto& one : escaped)
    if (one.line == found.line && one.column < found.column) found.column -= kLonger;
  return found;
}

Result<ReadableToml> readable_toml(std::string_view text, std::string_view file) {
  return Reading(text, file).readable();
}

}  // namespace kenv::document
