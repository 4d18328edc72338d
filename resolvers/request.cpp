// SPDX-License-Identifier: Apache-2.0
#include "resolvers/request.hpp"

#include <algorithm>

namespace kenv::resolvers {

bool is_overridden(const python::PackageName& name, const Request& request) {
  return std::ranges::any_of(request.overrides, [&](const auto& one) { return one.name == name; });
}

}  // namespace kenv::resolvers
