// SPDX-License-Identifier: Apache-2.0
#include "resolvers/constraints.hpp"

namespace kenv::resolvers {

bool applies(const python::Requirement& requirement, const Request& request) {
  const auto holds = requirement.marker.evaluate(request.markers);
  return holds && *holds;
}

std::vector<const python::Requirement*> applying_constraints(const python::PackageName& name, const Request& request) {
  std::vector<const python::Requirement*> found;
  for (const auto& constraint : request.constraints)
    if (constraint.name == name && applies(constraint, request)) found.push_back(&constraint);
  return found;
}

}  // namespace kenv::resolvers
