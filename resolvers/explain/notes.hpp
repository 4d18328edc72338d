// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// What a user should know about the packages of a solution: files that were left out because they are damaged, extras
/// that do not exist, yanked files that were taken all the same, newer versions without a wheel, versions that were
/// there and cannot be taken over, builds meant by a local part that their version does not state.
std::vector<std::string> notes_on(const Solver& solver, Universe& universe, const Surroundings& around);

}  // namespace kenv::resolvers
