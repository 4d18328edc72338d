// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/digest.hpp"
#include "change/vouched.hpp"
#include "io/files.hpp"
#include "plan/plan.hpp"

namespace kenv::change {

/// The SHA-256 of a file's content, and the digests of other algorithms that are asked for. Throws Error if it cannot
/// be read.
Digests digests_of_file(const io::fs::path& path, const std::set<DigestAlgorithm>& others = {});

/// Computes the digests of wheels that lie on this machine: fills in what no source states, and holds them against what
/// is stated and what the user vouches for. Throws Error(VerificationFailed, "hash-mismatch").
void add_digests_of_local_wheels(plan::Plan& plan, const VouchedDigests& vouched);
void add_sizes_of_local_wheels(plan::Plan& plan);

}  // namespace kenv::change
