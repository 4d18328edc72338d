// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "plan/plan.hpp"
#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// The solution as steps from what is installed to what shall be, with the builds chosen and what to tell the user.
plan::Plan plan_of(const Solver& solver, Universe& universe, const Surroundings& around);

}  // namespace kenv::resolvers
