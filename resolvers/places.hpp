// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "resolvers/advance.hpp"

namespace kenv::resolvers {

/// The pages on which a resolution would look for a package, in an environment whose framework is of that variant (""
/// where there is none). What is installed is looked up there and nowhere else: on another index anybody could have
/// taken its name. Empty where no index may be asked for it.
std::vector<NeedProject> places_of(const python::PackageName& name, const std::string& variant, const Request& request,
                                   const manifest::Catalog& catalog);

}  // namespace kenv::resolvers
