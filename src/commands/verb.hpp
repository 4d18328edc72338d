// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>

#include "commands/arguments.hpp"
#include "commands/options.hpp"
#include "commands/outcome.hpp"
#include "commands/services.hpp"

namespace kenv::commands {

/// One row of the table that makes the parser, the help and the completions.
struct Verb {
  std::string_view name;
  std::string_view positionals;  ///< as shown in the usage line: "ENV [REQUIREMENT...]"
  int least = 0, most = 0;       ///< how many positionals; most < 0: any number
  std::string_view summary;
  Outcome (*run)(const Arguments&, Services&) = nullptr;
  AddOptions options[8] = {};  ///< the groups that it takes, beside those that every verb takes
};

std::span<const Verb> verbs();
const Verb* find_verb(std::string_view name);

/// All that a verb takes, in the order in which its help lists them.
OptionList options_of(const Verb& verb, Arguments& to);

}  // namespace kenv::commands
