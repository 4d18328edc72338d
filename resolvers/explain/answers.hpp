// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "base/result.hpp"
#include "plan/explanation.hpp"
#include "resolvers/explain/ended_search.hpp"

namespace kenv::resolvers {

/// Why a package is what it is in the solution: which build, why that one, who asks for it, what was passed over.
Result<plan::Explanation> why(const EndedSearch& search, std::string_view package);

/// Why something was not chosen. docs/commands/resolve.md lists what may be asked.
Result<plan::Explanation> why_not(const EndedSearch& search, std::string_view subject);

/// Who asks for a package or bounds it: the user, the other packages of the solution, constraints, manifests.
std::vector<plan::Explanation::Demand> demands_on(const EndedSearch& search, const python::PackageName& name);

}  // namespace kenv::resolvers
