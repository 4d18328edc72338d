// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "change/carry_out.hpp"
#include "change/environment_facts.hpp"
#include "plan/lock.hpp"
#include "resolvers/request.hpp"

namespace kenv::change {

/// The lock of what is installed. Which wheel a package came from is known from the environment's own kenv.lock, from its
/// direct_url.json, or because an index lists a wheel of that version that states the same tags and the same METADATA
/// digest. A wheel of which nobody states a digest is fetched into the store, and counts if it holds the METADATA that is
/// installed. Where it is not known, the package says why. `request` tells of the machine and of the indexes;
/// `not_fetched` who forbids to fetch anything, "--offline".
plan::LockTarget lock_installed(const EnvironmentFacts& existing, const resolvers::Request& request, const Workshop& workshop, const std::string& not_fetched);

}  // namespace kenv::change
