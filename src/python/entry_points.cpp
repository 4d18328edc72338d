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

/// The reference is written into a Python file, so it has to be nothing but dotted identifiers. Beyond ASCII, where no
/// character can end an identifier's line or a text, Python itself judges.
bool is_dotted_identifier(std::string_view text) {
  return std::ranges::all_of(text::split(text, '.'), [](std::string_view part) {
    return !part.empty() && !is_ascii_digit(part.front()) && std::ranges::all_of(part, [](char c) {
      return is_ascii_alnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
    });
  });
}

/// Reads "name = module:function" from `line`, the line of that number in the file.
Result<EntryPoint> parse_script(std::string_view line, int number, bool gui) {
  const auto at = [&](const char* place) {
    return Position{"entry_points.txt", number, static_cast<int>(place - line.data()) + 1};
  };
  const std::string_view text = text::trim(line);
  const auto equals = text.find('=');
  if (equals == std::string_view::npos)
    return refuse(excerpt(text) + " is not \"name = module:function\": it has no \"=\"", at(text.data() + text.size()));
  const std::string_view name = text::trim(text.substr(0, equals));
  std::string_view reference = text.substr(equals + 1);
  reference = text::trim(reference.substr(0, reference.find('[')));  // extras are ignored, as the specification says
  const auto colon = reference.find(':');
  const std::string_view module = text::trim(reference.substr(0, colon));
  const std::string_view function =
      colon == std::string_view::npos ? std::string_view() : text::trim(reference.substr(colon + 1));

  if (!is_safe_file_name(name)) return refuse(excerpt(name) + " cannot be the file name of a script", at(text.data()));
  if (is_interpreter_name(name))
    return refuse("a script named " + excerpt(name) + " would replace the interpreter", at(text.data()));
  if (!is_dotted_identifier(module) || !is_dotted_identifier(function))
    return refuse(excerpt(reference) + " is not \"module:function\"",
                  at(reference.empty() ? text.data() + equals + 1 : reference.data()));
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
    auto script = parse_script(raw, number, gui);
    if (!script) return tl::unexpected(std::move(script.error()));
    scripts.push_back(std::move(*script));
  }
  return scripts;
}

}  // namespace kenv::python
