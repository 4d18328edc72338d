// SPDX-License-Identifier: Apache-2.0
#include "ui/terminal.hpp"

namespace kenv::ui {
namespace {

bool set(const std::map<std::string, std::string>& variables, const std::string& name) {
  const auto found = variables.find(name);
  return found != variables.end() && !found->second.empty();
}

}  // namespace

bool wants_color(std::string_view option, const std::map<std::string, std::string>& variables, bool is_terminal) {
  if (option == "always") return true;
  if (option == "never") return false;
  for (const char* force : {"FORCE_COLOR", "CLICOLOR_FORCE"})
    if (set(variables, force) && variables.at(force) != "0") return true;
  if (set(variables, "NO_COLOR")) return false;
  if (set(variables, "TERM") && variables.at("TERM") == "dumb") return false;
  return is_terminal;
}

std::string Style::wrap(std::string_view code, std::string_view text) const {
  if (!color_) return std::string(text);
  return "\x1b[" + std::string(code) + "m" + std::string(text) + "\x1b[0m";
}

}  // namespace kenv::ui
