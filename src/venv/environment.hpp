// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "venv/environment_config.hpp"

namespace kenv::venv {

enum class EnvironmentKind {
  Virtual,           ///< has pyvenv.cfg, whoever made it
  Conda,             ///< has conda-meta: conda keeps the account of its files
  Base,              ///< an interpreter's own installation
  Embedded,          ///< a Python inside an application, with a ._pth file
  NotAnEnvironment,  ///< something else is there
  Missing,           ///< nothing is there
};
std::string_view to_text(
    EnvironmentKind kind);  ///< as snapshots call it: "venv", "conda", "system", "embedded", else ""

/// What a path turned out to be. A value, not an error: what is wrong depends on what somebody wants to do with it.
struct Environment {
  EnvironmentKind kind = EnvironmentKind::Missing;
  fs::path root;                            ///< absolute, as named; links are not resolved
  fs::path python;                          ///< its interpreter; empty if there is none
  std::string python_minor;                 ///< "3.12", by the names of folders and links; empty if unknown
  std::optional<EnvironmentConfig> config;  ///< of virtual environments
  std::vector<fs::path> site_packages;      ///< its own folders of packages that exist, the main one first
  std::string broken;                       ///< why its interpreter cannot run; its packages can still be read
};

/// Classifies a path without starting Python. An interpreter ("/usr/bin/python3", "env/bin/python") stands for the
/// environment that it belongs to.
Environment open_environment(const fs::path& path);

/// Throws Error(Usage) with a way out if there is no environment whose packages could be read.
void require_readable(const Environment& environment);
/// Throws Error if kenv does not write there: as above, and for base interpreters, conda environments and environments
/// whose interpreter cannot run. The hint is the command that helps instead.
void require_changeable(const Environment& environment);

}  // namespace kenv::venv
