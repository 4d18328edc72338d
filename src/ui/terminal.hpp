// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>

namespace kenv::ui {

/// Whether a stream gets colour. Nothing of kenv's output needs colour to be understood.
/// --color, then FORCE_COLOR / CLICOLOR_FORCE, then NO_COLOR, then TERM=dumb, then whether the stream is a terminal.
bool wants_color(std::string_view option, const std::map<std::string, std::string>& variables, bool is_terminal);

/// Text with or without the escape codes of a style.
class Style {
 public:
  explicit Style(bool color) : color_(color) {}
  std::string bold(std::string_view text) const { return wrap("1", text); }
  std::string red(std::string_view text) const { return wrap("31", text); }
  std::string green(std::string_view text) const { return wrap("32", text); }
  std::string yellow(std::string_view text) const { return wrap("33", text); }
  std::string dim(std::string_view text) const { return wrap("2", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const;
  bool color_;
};

}  // namespace kenv::ui
