// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "commands/change_setup.hpp"
#include "snapshot/snapshot.hpp"

// How the verbs begin that change an environment which is there: fix, install and remove.
namespace kenv::commands {

struct ExistingEnvironment {
  std::string path;  ///< its root
  TargetMachine target;
  change::EnvironmentFacts found;

  /// The same as facts, for the rules that judge snapshots.
  snapshot::Snapshot snapshot() const;
};

/// Reads the environment that `named` means. First ends what a killed kenv left unfinished in it, unless the verb only
/// looks.
ExistingEnvironment read_existing(const std::string& named, const Arguments& arguments, Services& services,
                                  bool only_look);

/// The interpreter of the environment at `path`. Throws Error if it does not run.
const venv::Interpreter& interpreter_of(const change::EnvironmentFacts& found, const std::string& path);

/// A change of it, with what is installed. Throws Error if kenv may not write there, or its interpreter does not run.
/// The request's inputs are the verb's to add. `existing` must outlive it.
change::ChangeRequest change_of(const ExistingEnvironment& existing, const Arguments& arguments,
                                resolvers::Request::Purpose purpose, Tools& tools);

}  // namespace kenv::commands
