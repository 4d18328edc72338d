// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// Where there is no plan because the driver is too old: how new it has to be for the best build against which nothing
/// else speaks. Empty if a newer driver is no help.
std::string driver_advice(const Universe& universe, const Request& request, const manifest::Catalog& catalog);

}  // namespace kenv::resolvers
