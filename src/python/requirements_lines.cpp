// SPDX-License-Identifier: Apache-2.0
#include "python/requirements_lines.hpp"

#include <algorithm>
#include <utility>

#include "python/scanner.hpp"

namespace kenv::python {
namespace {

/// The next line of the text, without its end; \n, \r\n and \r end lines, as in Python.
std::string_view take_line(std::string_view& text) {
  const auto end = text.find_first_of("\r\n");
  const std::string_view line = text.substr(0, end);
  if (end == std::string_view::npos)
    text = {};
  else
    text.remove_prefix(end + (text.substr(end).starts_with("\r\n") ? 2 : 1));
  return line;
}

/// Where a comment begins, its white space with it: a "#" at the start of the line or after white space.
std::size_t comment_start(std::string_view line) {
  for (std::size_t at = line.find('#'); at != std::string_view::npos; at = line.find('#', at + 1)) {
    std::size_t start = at;
    while (start > 0 && is_ascii_space(line[start - 1])) --start;
    if (start < at || at == 0) return start;
  }
  return line.size();
}

bool is_variable_character(char c) { return (c >= 'A' && c <= 'Z') || is_ascii_digit(c) || c == '_'; }

}  // namespace

Position LogicalLine::place(std::size_t at, std::string_view file) const {
  if (places_.empty()) return {std::string(file)};
  const bool beyond = at >= places_.size();
  const Place& place = beyond ? places_.back() : places_[at];
  return {std::string(file), place.line, place.column + (beyond ? 1 : 0)};
}

void LogicalLine::add(std::string_view piece, int line, int column) {
  text_ += piece;
  for (std::size_t i = 0; i < piece.size(); ++i) places_.push_back({line, column + static_cast<int>(i)});
}

void LogicalLine::drop_comment() {
  text_.resize(comment_start(text_));
  places_.resize(text_.size());
}

void LogicalLine::trim() {
  while (!text_.empty() && is_ascii_space(text_.back())) text_.pop_back();
  places_.resize(text_.size());
  const auto first = std::ranges::find_if_not(text_, is_ascii_space) - text_.begin();
  text_.erase(0, static_cast<std::size_t>(first));
  places_.erase(places_.begin(), places_.begin() + first);
}

/// A value is not searched for further variables. Its characters stand where the variable is named.
void LogicalLine::insert_variables(const VariableLookup& variable) {
  const LogicalLine before = std::exchange(*this, {});
  for (std::size_t at = 0; at < before.text_.size();) {
    Scanner scan(std::string_view(before.text_).substr(at));
    std::optional<std::string> value;
    if (scan.take("${")) {
      const std::string_view name = scan.take_while(is_variable_character);
      if (!name.empty() && scan.take('}')) {
        value = variable(name);
        if (!value || value->empty()) unset_.emplace_back(name);
      }
    }
    const bool set = value && !value->empty();
    const std::string_view piece = set ? std::string_view(*value) : std::string_view(before.text_).substr(at, 1);
    text_ += piece;
    places_.insert(places_.end(), piece.size(), before.places_[at]);
    at += set ? scan.position() : 1;
  }
}

std::vector<LogicalLine> logical_lines(std::string_view text, const VariableLookup& variable) {
  std::vector<LogicalLine> lines;
  LogicalLine open;
  const auto close = [&] {
    LogicalLine line = std::exchange(open, {});
    line.drop_comment();
    line.trim();
    if (line.text_.empty()) return;
    line.insert_variables(variable);
    lines.push_back(std::move(line));
  };
  for (int number = 1; !text.empty(); ++number) {
    std::string_view line = take_line(text);
    const std::string_view content = line.substr(std::min(line.find_first_not_of(" \t\f\v"), line.size()));
    if (content.starts_with('#')) {
      close();  // a comment's own backslash joins nothing
      continue;
    }
    const bool goes_on = line.ends_with('\\');
    while (line.ends_with('\\')) line.remove_suffix(1);
    open.add(line, number, 1);
    if (!goes_on) close();
  }
  close();
  return lines;
}

}  // namespace kenv::python
