// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "plan/plan.hpp"
#include "resolvers/solution.hpp"

namespace kenv::resolvers {

/// The steps that lead to a solution, by name, with what is to be fetched: what is added, replaced and kept, what goes
/// because nothing needs it any more, and notes on what does not go without saying.
void add_steps(plan::Plan& plan, const Solution& solution, const Solver& solver, Universe& universe,
               const Surroundings& around);

}  // namespace kenv::resolvers
