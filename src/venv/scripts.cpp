// SPDX-License-Identifier: Apache-2.0
#include "venv/scripts.hpp"

#include <fmt/format.h>

namespace kenv::venv {
namespace {

/// Linux before 5.1 cut the first line at 127 bytes, "#!" and the line break included.
constexpr std::size_t kLongestShebang = 127;

/// Characters that mean something inside double quotes of the shell, or end Python's string.
bool can_stand_in_double_quotes(const std::string& path) {
  return path.find_first_of("\"$`\\") == std::string::npos && path.find("'''") == std::string::npos;
}

}  // namespace

std::string interpreter_line(const std::filesystem::path& python) {
  const std::string path = python.string();
  const bool plain = path.find_first_of(" \t\r\n") == std::string::npos;
  if (plain && path.size() + 3 <= kLongestShebang) return "#!" + path + "\n";
  // sh reads '' and then the quoted word 'exec'; Python reads a string from ''' to '''.
  if (can_stand_in_double_quotes(path)) return "#!/bin/sh\n'''exec' \"" + path + "\" \"$0\" \"$@\"\n' '''\n";
  // No quoting serves both readers: the interpreter is found beside the script instead.
  return "#!/bin/sh\n'''exec' \"$(dirname -- \"$(realpath -- \"$0\")\")/" + python.filename().string() +
         "\" \"$0\" \"$@\"\n' '''\n";
}

std::string entry_point_script(const python::EntryPoint& entry_point, const std::filesystem::path& python) {
  const std::string& function = entry_point.function;
  return interpreter_line(python) + fmt::format(
                                        "# -*- coding: utf-8 -*-\n"
                                        "import sys\n"
                                        "from {} import {}\n"
                                        "\n"
                                        "if __name__ == \"__main__\":\n"
                                        "    sys.exit({}())\n",
                                        entry_point.module, function.substr(0, function.find('.')), function);
}

bool has_interpreter_placeholder(std::string_view first_bytes) { return first_bytes.starts_with("#!python"); }

std::optional<std::string> with_interpreter(std::string_view script, const std::filesystem::path& python) {
  if (!has_interpreter_placeholder(script)) return std::nullopt;
  const auto line_end = script.find('\n');
  const std::string_view rest = line_end == std::string_view::npos ? std::string_view() : script.substr(line_end + 1);
  return interpreter_line(python) + std::string(rest);
}

}  // namespace kenv::venv
