// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "change/carry_out.hpp"
#include "change/environment_facts.hpp"
#include "change/requests.hpp"
#include "commands/outcome.hpp"
#include "commands/target_machine.hpp"
#include "commands/tools.hpp"

// What fix, create, install and remove have in common: how they begin and how they end.
namespace kenv::commands {

/// What the source and change options add to a request.
change::RequestOptions request_options(const Arguments& arguments);

/// The change as far as machine, interpreter and options decide it. Purpose, requirements and what is installed are the
/// verb's to add.
change::ChangeRequest change_for(const Arguments& arguments, const TargetMachine& target,
                                 const venv::Interpreter& interpreter, Tools& tools);

/// Shows the plan (--dry-run), or asks `question` and carries the change out. A failure still states what was planned.
Outcome plan_or_carry_out(change::ChangeRequest& change, const std::string& question, const Arguments& arguments,
                          Services& services, Tools& tools);

/// The command line as the history shows it: the options that were given, no credentials.
std::string command_line(const Arguments& arguments);
/// The names of the verb's own options that were given, "--without-index".
std::vector<std::string> given_options(const Arguments& arguments);

}  // namespace kenv::commands
