// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "transaction/generation.hpp"
#include "transaction/open_state.hpp"

namespace kenv::transaction {

struct History {
  int current = 0;                      ///< 0: nothing is recorded
  std::vector<Generation> generations;  ///< oldest first
};

/// Reads without a lock and writes nothing. An unfinished switch is seen as the next change would finish it.
History read_history(const fs::path& environment);

/// The nearest ancestor of a generation that is still recorded; 0: none.
int parent_of(const StateFolder& folder, int generation);

/// Stores a launch test's result (a JSON object) with a generation.
void record_probe(OpenState& state, int generation, std::string_view probe);
/// Keeps a file with a generation, in place of one of this name.
void record_file(OpenState& state, int generation, const std::string& name, std::string_view text);

}  // namespace kenv::transaction
