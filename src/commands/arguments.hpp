// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace kenv::commands {

/// The command line as a value. Every verb reads the fields that its row of the table allows.
struct Arguments {
  std::string verb;
  std::vector<std::string> positionals;
  bool help = false, version = false;

  // Any verb.
  bool json = false, quiet = false, no_input = false, offline = false, no_progress = false, yes = false;
  int verbosity = 0;
  std::string color = "auto", directory;

  // Facts and sources.
  std::string gpu, driver, python, facts, index;
  std::vector<std::string> framework_indexes, find_links, without_indexes, constraints, requirement_files;

  // Changes.
  bool dry_run = false, check = false, complete = false, allow_remove = false, while_running = false, keep_failed = false;
  bool nightly = false, without_pip = false;
  int attempts = 1, keep = 3;
  std::optional<std::string> to_generation;
  std::string from, verify = "standard", verify_with;
};

}  // namespace kenv::commands
