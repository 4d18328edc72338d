// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/environment_facts.hpp"
#include "index/index_client.hpp"
#include "plan/lock.hpp"
#include "resolvers/request.hpp"

namespace kenv::change {

/// The lock of what is installed. Which wheel a package came from is known from the environment's own kenv.lock, from its
/// direct_url.json, or because an index lists a wheel of that version that states the same tags and the same METADATA
/// digest. Where it is not known, the package says why. `request` tells of the machine and of the indexes.
plan::LockTarget lock_installed(const EnvironmentFacts& existing, const resolvers::Request& request, const manifest::Catalog& catalog, index::IndexClient& index);

}  // namespace kenv::change
