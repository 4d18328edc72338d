// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <vector>

#include "base/sha256.hpp"
#include "transaction/open_state.hpp"

namespace kenv::store {
class Store;
}

namespace kenv::transaction {

inline constexpr int kTreesKept = 3;

/// Drops all but the newest `keep` of the trees that are not in use. A tree whose seal could not be restored stays.
/// Returns the generations whose trees went.
std::vector<int> prune_trees(OpenState& state, const store::Store& store, int keep = kTreesKept);

/// Gives up every generation with a number below `oldest`, except the current one, and the kept files that no other one
/// needs. Returns those that went.
std::vector<int> forget(OpenState& state, int oldest);

/// The wheels of the store that the generations of this environment need.
std::set<Sha256Digest> needed_wheels(const fs::path& environment);

}  // namespace kenv::transaction
