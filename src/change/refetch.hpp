// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/workshop.hpp"
#include "transaction/rollback.hpp"

namespace kenv::change {

/// A rollback. If the store has lost wheels that the generation needs (somebody pruned it), they are fetched again by
/// their digests, as the generation's kenv.lock states them, and the rollback is tried once more.
transaction::RollbackResult rollback_with_refetch(transaction::OpenState& state,
                                                  const transaction::RollbackOptions& options,
                                                  const Workshop& workshop);

}  // namespace kenv::change
