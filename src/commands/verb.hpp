// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string_view>

#include "commands/arguments.hpp"
#include "commands/outcome.hpp"
#include "commands/services.hpp"

namespace kenv::commands {

/// Which options a verb takes, beside those that all take.
enum OptionGroup : unsigned {
  kNoOptions = 0,
  kFactOptions = 1,         ///< --gpu --driver --facts
  kSourceOptions = 2,       ///< --index --framework-index --find-links --without-index --constraint --python
  kChangeOptions = 4,       ///< --dry-run --complete --allow-remove --while-running --try --verify --keep ...
  kDoctorOptions = 16,      ///< --from
  kFixOptions = 32,         ///< --check --from
  kCreateOptions = 64,      ///< -r --from --without-pip
  kRollbackOptions = 128,   ///< --to --dry-run --while-running
};

/// One row of the table that makes the parser, the help and the completions.
struct Verb {
  std::string_view name;
  std::string_view positionals;  ///< as shown in the usage line: "ENV [REQUIREMENT...]"
  int least = 0, most = 0;       ///< how many positionals; most < 0: any number
  std::string_view summary;
  unsigned options = kNoOptions;
  Outcome (*run)(const Arguments&, Services&) = nullptr;
};

std::span<const Verb> verbs();
const Verb* find_verb(std::string_view name);

}  // namespace kenv::commands
