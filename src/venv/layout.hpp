// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "venv/interpreter.hpp"

namespace kenv::venv {

/// Where the parts of an environment lie: the installation scheme of the packaging specifications. Paths are relative
/// to the root with "/" between names; the root itself is where the environment will be used, which need not exist yet.
struct Layout {
  fs::path root;
  std::string purelib, platlib;
  std::string scripts = "bin";
  std::string data;     ///< the root itself
  std::string headers;  ///< a package's headers go into a folder of its name below this
  std::string python = "bin/python";
  std::string python_minor;  ///< "3.12": some scripts are called after it; empty if unknown

  /// The interpreter as scripts name it: absolute, at its final place.
  fs::path python_path() const { return root / python; }
};

/// Of an environment made from (or around) this interpreter.
Layout layout_of(const Interpreter& interpreter, const fs::path& final_root);

/// True of "a/b c/d": relative, "/" between names, no empty name, no ".", no "..", no "\", no NUL. Such a path lies
/// where it says.
bool is_plain_path(std::string_view path);

/// The one spelling of a path below the root: "lib64/x" is "lib/x", "a/../b" is "b". Empty if the path leaves the root
/// or is the root itself.
std::string path_below_root(const std::string& path);

/// True of the files that make the tree an environment (the interpreter's names in bin/, pyvenv.cfg, the activators):
/// no package may bring or remove them.
bool belongs_to_environment(const std::string& path);

}  // namespace kenv::venv
