// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// Notes on what somebody asked for by name, and on frameworks, where a newer stable version would do by itself: which
/// one that is, and whose requirement holds it back. Silent where the user's own words ask for the older version, where
/// a package is to stay near what it was, and about everything that merely comes along.
std::vector<std::string> held_back(const Solver& solver, Universe& universe, const Surroundings& around);

}  // namespace kenv::resolvers
