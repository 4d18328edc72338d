// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "manifest/manifest.hpp"
#include "plan/finding.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::diagnose {

/// What is wrong, the cause first and what follows from it after it. Never empty: an environment without a fault gives
/// one finding "healthy". Works with what the snapshot knows and says on what each verdict rests.
/// The remedy says what kind of change helps; which packages exactly is the resolver's answer.
std::vector<plan::Finding> diagnose(const snapshot::Snapshot& snapshot, const manifest::Catalog& catalog);

}  // namespace kenv::diagnose
