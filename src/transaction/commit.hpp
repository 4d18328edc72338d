// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "transaction/staging.hpp"

namespace kenv::transaction {

struct Committed {
  int generation = 0;
  int before = 0;                ///< generation of the state that was replaced; 0: there was none
  bool recorded_before = false;  ///< that one was made by somebody else and has been recorded now
  /// All that was written to the environment's file system before is on the disk. Not so for a first tree.
  bool durable = false;
  std::uint64_t bytes = 0;               ///< of the new generation
  std::vector<Difference> written_late;  ///< changes that a program made to the old tree during the switch; kept there
  std::vector<std::string> notes;        ///< what could not be finished and will be by the next command
};

/// Makes the staged tree the environment, in one step, and records it as a generation. `before` describes the state
/// that is replaced, in case it is not recorded yet (only its command and files are used). Throws Error(Locked,
/// "changed-meanwhile") if the environment is no longer what was cloned. After an exception the environment is what it
/// was; the staged tree may be gone.
Committed commit(Staging& staging, const NewGeneration& about, const NewGeneration& before = {});

}  // namespace kenv::transaction
