// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "index/settings.hpp"

namespace kenv::index {

/// What pip is configured with: keys as in its files ("index-url"), each with the variable or file and line that set
/// it.
using PipConfiguration = std::map<std::string, Setting<std::string>>;

/// pip's own order, the later wins: global files, the user's, the active environment's, PIP_CONFIG_FILE, PIP_*
/// variables; within a file [install] over [global]. PIP_CONFIG_FILE=/dev/null switches the files off.
PipConfiguration read_pip_configuration(const Variables& variables, const FileReader& read_file);

/// A file in pip's format, Python's configparser without interpolation: section, key (normalised), value, line.
struct PipEntry {
  std::string section, key, value;
  std::size_t line = 0;  ///< from 1
  bool operator==(const PipEntry&) const = default;
};
std::vector<PipEntry> parse_pip_file(std::string_view text);

}  // namespace kenv::index
