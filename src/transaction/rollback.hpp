// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "transaction/baseline.hpp"

namespace kenv::store {
class Store;
}

namespace kenv::transaction {

struct RollbackOptions {
  std::optional<int> to;  ///< none: undo what changed outside, else one back
  Owned owned;            ///< in the environment as it is
  NewGeneration outside;  ///< command and files for an outside change, should there be one
};

struct RolledBack {
  int from = 0, to = 0;               ///< 0: the environment was gone
  std::optional<int> outside_change;  ///< the generation under which a drifted tree was recorded; then `from` is it
  std::vector<Difference> drift;      ///< what had changed outside
  bool rebuilt = false;               ///< linked again from its seal, for want of a kept tree
  std::vector<std::string> notes;
};

struct NothingToDo {
  std::string reason;
};

using RollbackResult = std::variant<RolledBack, NothingToDo>;

/// Brings a recorded generation back exactly. A tree that is not what was recorded is recorded first, then gives way to
/// the current generation; an unchanged one gives way to its parent. Needs no network. Throws MissingObjects and
/// Error("no-such-generation") before anything is changed.
RollbackResult rollback(OpenState& state, const store::Store& store, const RollbackOptions& options);

/// How the environment differs from its current generation; empty also if there is none.
std::vector<Difference> drift(const fs::path& environment);

}  // namespace kenv::transaction
