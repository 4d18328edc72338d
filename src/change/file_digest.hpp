// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "base/sha256.hpp"
#include "io/files.hpp"
#include "plan/plan.hpp"

namespace kenv::change {

/// The SHA-256 of a file's content. Throws Error if it cannot be read.
Sha256Digest digest_of_file(const io::fs::path& path);

/// Fills in the digests that no source states, of wheels that lie in a folder of this machine.
void add_digests_of_local_wheels(plan::Plan& plan);

}  // namespace kenv::change
