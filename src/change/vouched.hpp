// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>

#include "base/digest.hpp"
#include "plan/plan.hpp"

namespace kenv::change {

/// What the user vouches for (--hash), by package.
using VouchedDigests = std::map<python::PackageName, std::set<Digest>>;

/// Nothing if the user vouches for no file of the step's package.
const std::set<Digest>* vouched_of(const plan::Step& step, const VouchedDigests& vouched);

/// Holds a wheel against the digests that the user vouches for. The resolver has left out files whose index states
/// other digests; of a file whose index states none of these algorithms it is known only now. Throws
/// Error(VerificationFailed, "hash-mismatch").
void require_vouched(const plan::Step& step, const VouchedDigests& vouched, const Digests& of_file);

}  // namespace kenv::change
