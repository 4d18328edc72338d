// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "commands/arguments.hpp"

namespace kenv::commands {

/// Builds the services, runs the verb, turns what was thrown into an exit code and prints the result.
int run_verb(const Arguments& arguments, std::map<std::string, std::string> variables);

}  // namespace kenv::commands
