// SPDX-License-Identifier: Apache-2.0
#include "commands/interpreter_choice.hpp"

#include <fmt/format.h>

#include "io/surroundings.hpp"

namespace kenv::commands {
namespace {

venv::QueryOptions query_options() { return {.cache_directory = io::cache_directory() / "interpreters"}; }

}  // namespace

venv::Interpreter interpreter_to_use(const Arguments& arguments) {
  return venv::find_interpreter(arguments.python, query_options());
}

venv::Interpreter interpreter_to_plan_for(const Arguments& arguments, Services& services) {
  auto interpreter = venv::find_or_describe_interpreter(arguments.python, query_options());
  if (interpreter.described)
    services.reporter.note(fmt::format("Python {} is not installed here; this is planned for CPython {}{} on {} {}",
                                       arguments.python, interpreter.version_text,
                                       interpreter.free_threaded ? " (free-threaded)" : "", interpreter.tags.os,
                                       interpreter.tags.machine));
  return interpreter;
}

}  // namespace kenv::commands
