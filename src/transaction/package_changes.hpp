// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "transaction/generation.hpp"
#include "transaction/seal.hpp"

namespace kenv::transaction {

/// What became of the packages between two states of an environment, by name, as their dist-info folders tell
/// (packaging specifications, "Recording installed projects"). Pure.
std::vector<PackageChange> package_changes(const Seal& before, const Seal& after);

}  // namespace kenv::transaction
