// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace kenv::python {

/// A script that an installer has to write (packaging specifications, "Entry points").
struct EntryPoint {
  std::string name;      ///< the file name in bin/, checked: no separator, not an interpreter's name
  std::string module;    ///< "package.module"
  std::string function;  ///< "main" or "Class.main"
  bool gui = false;
  bool operator==(const EntryPoint&) const = default;
};

/// The console_scripts and gui_scripts of an entry_points.txt. Case-sensitive, "=" only.
Result<std::vector<EntryPoint>> parse_entry_points(std::string_view text);

}  // namespace kenv::python
