// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>

#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// For each package of the solution that is not needed everywhere: the marker under which it is, from the markers on
/// all ways that lead to it from what was asked for. A lock states it (PEP 751, `packages.marker`). Packages that do
/// not stand here are needed wherever the solution is.
std::map<python::PackageName, std::string> needed_where(const Solver& solver, Universe& universe);

}  // namespace kenv::resolvers
