// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "store/tree.hpp"
#include "venv/interpreter.hpp"

namespace kenv::venv {

struct SkeletonOptions {
  std::string prompt{};  ///< shown by activators; empty: the name of the root's folder
  bool system_site_packages = false;
};

/// The paths of a new, empty environment, as `python -m venv --without-pip` makes them: pyvenv.cfg, the links to the
/// base interpreter, the activators, the folders. `base` may itself be in an environment; its base is used then.
/// Throws Error(Usage) if the prompt or the interpreter's path cannot be written into pyvenv.cfg (a line break).
std::vector<store::TreeEntry> environment_skeleton(const Interpreter& base, const fs::path& final_root,
                                                   const SkeletonOptions& options = {});

/// The wheel of pip that this interpreter carries for ensurepip; distributions that take pip out keep it in a folder of
/// wheels of their own. None if there is none: pip comes from the index then.
std::optional<fs::path> bundled_pip_wheel(const Interpreter& interpreter);

}  // namespace kenv::venv
