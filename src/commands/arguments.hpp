// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

namespace kenv::commands {

/// The command line as a value. A verb reads the fields of the option groups that its row of the table names.
struct Arguments {
  std::string verb;
  std::vector<std::string> positionals;

  // Everywhere.
  bool json = false, quiet = false, no_input = false, offline = false, no_progress = false, yes = false,
       version = false;
  int verbosity = 0;
  std::string color = "auto", directory;

  // Facts.
  std::string gpu, driver, facts;

  // Sources.
  std::string python, index;
  std::vector<std::string> framework_indexes, find_links, without_indexes, constraints;
  bool nightly = false, refresh = false;

  std::string recipe;  ///< --as

  // Changes.
  bool dry_run = false, complete = false, allow_remove = false, while_running = false, keep_failed = false;
  int attempts = 1, keep = 3;
  std::string verify = "standard", verify_with;

  // install, remove: the environment, where the words after the verb are packages.
  std::string environment;
  bool upgrade = false;

  // Inputs beside the requirements that are typed.
  std::vector<std::string> requirement_files, overrides, groups, extras;
  bool all_extras = false, require_hashes = false, prereleases = false;

  // doctor, fix: a snapshot in place of the machine.
  std::string from;

  // lock
  std::string output;
  std::vector<std::string> gpus;

  // config
  bool show_origin = false;

  // fix
  bool check = false;

  // create
  bool without_pip = false;

  // resolve
  std::vector<std::string> why, why_not;

  // rollback
  std::optional<std::string> to_generation;
};

}  // namespace kenv::commands
