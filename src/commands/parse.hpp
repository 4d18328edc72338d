// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <variant>
#include <vector>

#include "commands/arguments.hpp"

namespace kenv::commands {

/// What to print instead of running a verb (--help, --version).
struct ShowText {
  std::string text;
  std::string command = "help";  ///< whose document it is with --json: "help", "version"
};

/// The command line that cannot be run: exit code 2.
struct UsageError {
  std::string message, hint;
  std::string verb{};  ///< whose command line it is, where that is known
};

/// Reads the words after the program's name. `--json` is recognised even on a faulty line, so that scripts always get
/// a document; it is then set in `json_wanted`.
std::variant<Arguments, ShowText, UsageError> parse_arguments(const std::vector<std::string>& words);
bool json_wanted(const std::vector<std::string>& words);

}  // namespace kenv::commands
