// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <vector>

#include "transaction/journal.hpp"
#include "transaction/tree_view.hpp"

namespace kenv::transaction {

/// Which of the two trees of a switch stands at a place.
enum class Holds { Nothing, Old, New, Other };

/// What is found on the disk of a switch whose end is not recorded.
struct Sight {
  Holds live = Holds::Nothing;    ///< at the environment's path
  Holds staged = Holds::Nothing;  ///< where the new tree was built
  Holds filed = Holds::Nothing;   ///< where the displaced tree belongs in the end
  bool sealed = true;             ///< the new generation has its seal
  bool same_boot = true;          ///< the machine has not been started since
};

/// What is to be done about it.
struct Decision {
  bool switched = false;          ///< the new tree is the environment; else the old one is, and the new one is given up
  bool file_displaced = false;    ///< the old tree is still where the new one was
  bool wait_for_disk = false;     ///< it is all there, but not yet on the disk
  bool check_content = false;     ///< the machine stopped before it was known to be on the disk
  bool set_staged_aside = false;  ///< something unknown stands where the new tree was: nothing unknown is removed
  bool operator==(const Decision&) const = default;
};

/// Pure. Everything that recovery does follows from this.
Decision decide(const Pending& pending, const Sight& sight);

/// Looks at the places that the journal names.
Sight look_for(const StateFolder& folder, const Pending& pending);

struct Recovery {
  enum class Outcome { NothingToDo, OldState, NewState };
  Outcome outcome = Outcome::NothingToDo;
  int generation = 0;               ///< that is the current one now
  std::vector<Difference> damaged;  ///< files that a power loss took: `kenv rollback` restores them
  std::vector<fs::path> set_aside;  ///< what was found and not understood
};

/// Ends what a killed kenv, or the machine, left unfinished; the environment is the old or the new one before and
/// after. Only under the lock. Doing it twice, or being killed in it, changes nothing.
Recovery recover(const StateFolder& folder);

}  // namespace kenv::transaction
