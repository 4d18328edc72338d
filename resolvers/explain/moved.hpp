// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// Why an installed package that nobody asked to change cannot stay beside what is chosen: what it requires, what the
/// others require of it, or what a manifest pairs it with. Empty if nothing of that speaks against it.
std::string why_it_moves(const InstalledPackage& package, const Solver& solver, Universe& universe,
                         const Surroundings& around);

}  // namespace kenv::resolvers
