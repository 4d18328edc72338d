// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "plan/plan.hpp"
#include "resolvers/solution.hpp"

namespace kenv::resolvers {

/// The framework builds of a solution: how each serves the GPUs, the driver it needs, what it rests on, the constraint
/// that keeps it, and notes on what a user should know of it.
void add_choices(plan::Plan& plan, const Solution& solution, const Universe& universe, const Surroundings& around);

}  // namespace kenv::resolvers
