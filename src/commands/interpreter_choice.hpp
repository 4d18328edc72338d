// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "commands/arguments.hpp"
#include "commands/services.hpp"
#include "venv/interpreter.hpp"

namespace kenv::commands {

/// The interpreter that --python means.
venv::Interpreter interpreter_to_use(const Arguments& arguments);
/// The same where nothing is installed: one that is not here may be meant too, and that is said.
venv::Interpreter interpreter_to_plan_for(const Arguments& arguments, Services& services);

}  // namespace kenv::commands
