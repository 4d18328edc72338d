// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "io/files.hpp"

namespace kenv::transaction {

struct RunningProgram {
  int pid = 0;
  std::string name;  ///< of its executable, or what the kernel calls it
  bool operator==(const RunningProgram&) const = default;
};

/// The programs that run from an environment: they keep what they have loaded, and would load the rest from a tree that
/// is no longer theirs. Found by what they have mapped, what they were started as, and by VIRTUAL_ENV in the variables
/// of a Python. Those of other users cannot be seen. `proc`: for tests.
std::vector<RunningProgram> running_from(const std::filesystem::path& environment,
                                         const std::filesystem::path& proc = "/proc");

}  // namespace kenv::transaction
