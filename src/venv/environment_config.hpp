// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "io/files.hpp"

namespace kenv::venv {
namespace fs = std::filesystem;

/// What pyvenv.cfg says (PEP 405): the mark of a virtual environment, readable without starting its interpreter.
struct EnvironmentConfig {
  fs::path home;        ///< folder of the base interpreter
  fs::path executable;  ///< of the base, if stated
  std::string version;  ///< "3.12.3", if stated by any maker under its own key
  std::string maker;    ///< "kenv", "uv", "virtualenv" or "venv"
  bool system_site_packages = false;
  std::map<std::string, std::string> values;  ///< all keys, in lower case
};

/// Keys are read as CPython's site module does: case left aside, the first "=" separates, blanks trimmed.
EnvironmentConfig parse_environment_config(std::string_view text);
/// None if `root` has no pyvenv.cfg.
std::optional<EnvironmentConfig> read_environment_config(const fs::path& root);

}  // namespace kenv::venv
