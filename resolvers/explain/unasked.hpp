// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "resolvers/explain/ended_search.hpp"

namespace kenv::resolvers {

/// Why a package is not part of the set, as sentences: nobody asks for it; or somebody does elsewhere only, where a
/// marker holds that does not hold here, or with an extra that nobody asked for.
std::string why_unasked(const EndedSearch& search, const python::PackageName& name);

}  // namespace kenv::resolvers
