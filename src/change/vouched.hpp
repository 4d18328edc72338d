// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "plan/plan.hpp"
#include "resolvers/request.hpp"

namespace kenv::change {

/// Holds what was fetched against the digests that the request vouches for (--hash). The resolver has left out files
/// whose index states another digest; one whose index states none is known only now. Throws
/// Error(VerificationFailed, "hash-mismatch").
void require_vouched(const plan::Plan& plan, const resolvers::Request& request);

}  // namespace kenv::change
