// SPDX-License-Identifier: Apache-2.0
#include "python/entry_points.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

/// Would overwrite the environment's interpreter: python, python3, python3.12t, pythonw, pypy3, also with .exe.
bool is_interpreter_name(std::string_view name) {
  std::string lower = text::lower(name);
  if (lower.ends_with(".exe")) lower.resize(lower.size() - 4);
  Scanner scan(lower);
  if (!scan.take("pythonw") && !scan.take("python") && !scan.take("pypyw") && !scan.take("pypy")) return false;
  scan.take_while([](char c) { return is_ascii_digit(c) || c == '.'; });
  scan.take('t');
  return scan.at_end();
}

/// The name becomes a file name in bin/: it must not lead out of that folder.
bool is_safe_file_name(std::string_view name) {
  if (name.empty() || name == "." || name == "..") return false;
  return std::ranges::none_of(name, [](char c) {
    return c == '/' || c == '\\' || c == ':' || static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
  });
}

/// The reference is written into a Python file, so it has to be nothing but dotted identifiers.
bool is_dotted_identifier(std::string_view text) {
  return std::ranges::all_of(text::split(text, '.'), [](std::string_view part) {
    return !part.empty() && !is_ascii_digit(part.front()) &&
           std::ranges::all_of(part, [](char c) { return is_ascii_alnum(c) || c == '_'; });
  });
}

Result<EntryPoint> parse_script(std::string_view line, bool gui, const Position& where) {
  const auto equals = line.find('=');
  if (equals == std::string_view::npos) return refuse(excerpt(line) + " is not \"name = module:function\"", where);
  const std::string_view name = text::trim(line.substr(0, equals));
  std::string_view reference = text::trim(line.substr(equals + 1));
  reference = text::trim(reference.substr(0, reference.find('[')));  // extras are ignored, as the specification says
  const auto colon = reference.find(':');
  if (colon == std::string_view::npos) return refuse(excerpt(line) + " is not \"name = module:function\"", where);
  const std::string_view module = text::trim(reference.substr(0, colon)),
                         function = text::trim(reference.substr(colon + 1));

  if (!is_safe_file_name(name)) return refuse(excerpt(name) + " cannot be the file name of a script", where);
  if (is_interpreter_name(name))
    return refuse("a script named " + excerpt(name) + " would replace the interpreter", where);
  if (!is_dotted_identifier(module) || !is_dotted_identifier(function))
    return refuse(excerpt(reference) + " is not \"module:function\"", where);
  return EntryPoint{std::string(name), std::string(module), std::string(function), gui};
}

}  // namespace

Result<std::vector<EntryPoint>> parse_entry_points(std::string_view text) {
  std::vector<EntryPoint> scripts;
  std::string_view section;
  int number = 0;
  for (std::string_view raw : text::lines(text)) {
    ++number;
    const std::string_view line = text::trim(raw);
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    if (line.front() == '[' && line.back() == ']') {
      section = text::trim(line.substr(1, line.size() - 2));
      continue;
    }
    const bool gui = section == "gui_scripts";
    if (!gui && section != "console_scripts") continue;  // plugins of other programs: not ours to judge
    auto script = parse_script(line, gui, {.file = "entry_points.txt", .line = number, .column = 0});
    if (!script) return tl::unexpected(std::move(script.error()));
    scripts.push_back(std::move(*script));
  }
  return scripts;
}

}  // namespace kenv::python
