// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "change/carry_out.hpp"
#include "change/environment_facts.hpp"
#include "plan/lock.hpp"
#include "resolvers/request.hpp"

namespace kenv::change {

/// The lock of what is installed. Which wheel a package came from is known from the environment's own kenv.lock, from
/// its direct_url.json, or because the place where a resolution would look for it lists a wheel whose RECORD is that of
/// what is installed. A wheel of which nobody states a digest is fetched into the store for it. Where it is not known,
/// the package says why. `request` tells of the machine and of the indexes; `not_fetched` who forbids to fetch
/// anything, "--offline".
plan::LockTarget lock_installed(const EnvironmentFacts& existing, const resolvers::Request& request,
                                const Workshop& workshop, const std::string& not_fetched);

}  // namespace kenv::change
