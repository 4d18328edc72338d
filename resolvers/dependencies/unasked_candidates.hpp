// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "resolvers/candidate.hpp"
#include "resolvers/surroundings.hpp"

namespace kenv::resolvers {

/// What there is of an installed package beside the installed version, where no index may be asked: the versions that
/// manifests pair with a framework and those that installed packages pin, newest first, and behind them one candidate
/// that stands for whatever else an index may have.
std::vector<Candidate> unasked_candidates(const InstalledPackage& installed, const Surroundings& around);

}  // namespace kenv::resolvers
