// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// Packages whose chosen version is a pre-release although nobody let pre-releases in: no requirement on them names
/// one, and a stable version satisfies them all (PEP 440, "Handling of pre-releases"). The search got there by
/// backtracking. That is the last resort: tried again without, and accepted, with a note, only if nothing else is left.
std::vector<python::PackageName> uninvited_prereleases(const Solver& solver, Universe& universe,
                                                       const Surroundings& around);

}  // namespace kenv::resolvers
