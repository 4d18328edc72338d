// SPDX-License-Identifier: Apache-2.0
#include "transaction/recovery.hpp"

namespace kenv::transaction {
namespace {

// One rename put the new root at the environment's path and, if there was an old one, that one to the staged path.
// Either of them found at its new place proves it, whatever became of the other since.
bool took_place(const Sight& sight) {
  if (!sight.sealed) return false;  // the tree was still being built
  if (sight.live == Holds::New || sight.staged == Holds::Old || sight.filed == Holds::Old) return true;
  return sight.staged == Holds::Nothing && sight.live != Holds::Old;  // used, and removed by its owner since
}

}  // namespace

Decision decide(const Pending& pending, const Sight& sight) {
  Decision decision;
  decision.switched = took_place(sight);
  if (decision.switched) {
    decision.file_displaced = sight.staged == Holds::Old;
    decision.wait_for_disk = !pending.durable && sight.same_boot;
    decision.check_content = !pending.durable && !sight.same_boot;
  }
  decision.set_staged_aside = sight.staged == Holds::Other;
  return decision;
}

}  // namespace kenv::transaction
