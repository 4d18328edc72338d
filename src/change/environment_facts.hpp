// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "manifest/manifest.hpp"
#include "snapshot/snapshot.hpp"
#include "venv/environment.hpp"
#include "venv/environment_snapshot.hpp"
#include "venv/interpreter.hpp"

namespace kenv::change {

/// An environment as it is on the disk, and the same as facts.
struct EnvironmentFacts {
  venv::Environment environment;
  std::optional<venv::Interpreter> interpreter;  ///< none if it cannot run; the packages are read all the same
  venv::EnvironmentContents contents;
  snapshot::Environment facts;
};

/// The environment that a command means: the one named, else the active one (VIRTUAL_ENV), else `.venv` here.
/// Throws Error(Usage) that says where it looked.
std::string chosen_environment(const std::string& named, const std::map<std::string, std::string>& variables,
                               const std::string& verb);

/// Reads it without importing anything. Libraries are judged for `gpus`.
EnvironmentFacts read_environment(const std::string& path, const manifest::Catalog& catalog,
                                  const std::vector<snapshot::Gpu>& gpus);

}  // namespace kenv::change
