// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/digest.hpp"
#include "io/files.hpp"
#include "plan/plan.hpp"

namespace kenv::change {

/// The SHA-256 of a file's content, and the digests of other algorithms that are asked for. Throws Error if it cannot
/// be read.
Digests digests_of_file(const io::fs::path& path, const std::set<DigestAlgorithm>& others = {});

/// Fills in what no source states, of wheels that lie in a folder of this machine.
void add_digests_of_local_wheels(plan::Plan& plan);
void add_sizes_of_local_wheels(plan::Plan& plan);

}  // namespace kenv::change
