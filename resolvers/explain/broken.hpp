// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "resolvers/surroundings.hpp"

namespace kenv::resolvers {

/// What packages that stay have now and lose by these steps. The search keeps that from whatever the request leads to;
/// what is only left there, or stands under an override, is broken and told.
std::vector<std::string> broken_by(const std::vector<plan::Step>& steps, const Surroundings& around);

}  // namespace kenv::resolvers
