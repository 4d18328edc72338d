// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "resolvers/candidate.hpp"
#include "resolvers/surroundings.hpp"

// Stable before nightly: when builds of other channels come into question at all.
namespace kenv::resolvers {

bool is_stable(const Candidate& candidate);
/// Whether a stable build that a manifest knows may be chosen.
bool served_by_stable(std::span<const Candidate> candidates);
/// Whether nothing but a stable build is to be chosen: one serves, or would with a newer driver, and no nightly is
/// asked for.
bool stable_will_do(const python::PackageName& name, std::span<const Candidate> candidates, const Surroundings& around);

}  // namespace kenv::resolvers
