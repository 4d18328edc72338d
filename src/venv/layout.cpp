// SPDX-License-Identifier: Apache-2.0
#include "venv/layout.hpp"

#include <array>

#include "base/text.hpp"

namespace kenv::venv {
namespace {

constexpr std::array kActivators = {"activate", "activate.fish", "activate.csh", "activate.ps1"};

/// "python", "python3", "python3.12", "python3.13t", "pythonw", "pypy3.10".
bool is_interpreter_name(std::string_view name) {
  for (const std::string_view prefix : {"pythonw", "python", "pypy"}) {
    if (!name.starts_with(prefix)) continue;
    name.remove_prefix(prefix.size());
    if (name.ends_with('t')) name.remove_suffix(1);
    return name.find_first_not_of("0123456789.") == std::string_view::npos;
  }
  return false;
}

}  // namespace

Layout layout_of(const Interpreter& interpreter, const fs::path& final_root) {
  Layout layout;
  layout.root = final_root;
  layout.purelib = layout.platlib = interpreter.environment_purelib;
  layout.headers = interpreter.environment_headers;
  layout.python_minor = interpreter.version.release_at(0).text() + "." + interpreter.version.release_at(1).text();
  return layout;
}

bool is_plain_path(std::string_view path) {
  if (path.empty() || path.find('\\') != std::string_view::npos || path.find('\0') != std::string_view::npos)
    return false;
  for (std::size_t at = 0; at <= path.size();) {
    auto end = path.find('/', at);
    if (end == std::string_view::npos) end = path.size();
    const std::string_view part = path.substr(at, end - at);
    if (part.empty() || part == "." || part == "..") return false;
    at = end + 1;
  }
  return true;
}

std::string path_below_root(const std::string& path) {
  std::string normal = path;
  if (!is_plain_path(path)) {
    normal = fs::path(path).lexically_normal().generic_string();
    if (normal.ends_with('/')) normal.pop_back();
    if (normal == "." || !is_plain_path(normal)) return {};
  }
  if (normal.starts_with("lib64/")) normal.replace(0, 6, "lib/");
  return normal;
}

bool belongs_to_environment(const std::string& path) {
  // Case is left aside: on a file system that folds it, "bin/Python" is the interpreter too. Nearly all paths are
  // deeper, which is seen without a copy.
  if (const auto slash = path.find('/'); slash != std::string::npos && slash != 3) return false;
  const std::string folded = text::lower(path);
  if (folded == "pyvenv.cfg" || folded == "lib64" || folded == "bin" || folded == "lib") return true;
  if (!folded.starts_with("bin/")) return false;
  const std::string_view name = std::string_view(folded).substr(4);
  for (const std::string_view activator : kActivators)
    if (name == activator) return true;
  return is_interpreter_name(name);
}

}  // namespace kenv::venv
