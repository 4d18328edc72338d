// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "resolvers/request.hpp"

namespace kenv::resolvers {

/// Whether the marker of a root, a constraint or an override holds where the request is for. One that cannot be
/// evaluated does not.
bool applies(const python::Requirement& requirement, const Request& request);

/// The constraints that bound this package here: those whose markers hold.
std::vector<const python::Requirement*> applying_constraints(const python::PackageName& name, const Request& request);

}  // namespace kenv::resolvers
