// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "commands/arguments.hpp"
#include "commands/outcome.hpp"
#include "commands/parse.hpp"

namespace kenv::commands {

/// Prints a verb's outcome: text for people or one JSON document, both on standard output. Returns the exit code;
/// a standard output that is closed or full is a failure of its own.
int finish(const Arguments& arguments, const Outcome& outcome, double elapsed_seconds);

/// An error as an outcome: message and hint on standard error, or a document with `error {code, message, hint}`.
Outcome failed(ExitCode exit, const std::string& code, const std::string& message, const std::string& hint);

/// What --help and --version print.
int finish_text(const ShowText& show, bool json);

int finish_usage_error(const UsageError& error, bool json);

}  // namespace kenv::commands
