// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "resolvers/explain/grounds.hpp"

namespace kenv::resolvers {

/// With which Python a candidate would do that is not for this one, as an option to paste.
std::string python_advice(const Grounds::Failed& failed, const Request& request);

}  // namespace kenv::resolvers
