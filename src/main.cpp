// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include "commands/finish.hpp"
#include "commands/parse.hpp"
#include "commands/run_verb.hpp"
#include "io/interrupt.hpp"
#include "io/surroundings.hpp"

/// Reads the command line and runs the verb. Everything else happens in the layers below.
int main(int count, char** words) {
  using namespace kenv;
  io::catch_signals();
  const std::vector<std::string> arguments(words + 1, words + count);
  const auto parsed = commands::parse_arguments(arguments);
  if (const auto* show = std::get_if<commands::ShowText>(&parsed))
    return commands::finish_text(*show, commands::json_wanted(arguments));
  if (const auto* wrong = std::get_if<commands::UsageError>(&parsed))
    return commands::finish_usage_error(*wrong, commands::json_wanted(arguments));
  return commands::run_verb(std::get<commands::Arguments>(parsed), io::variables());
}
