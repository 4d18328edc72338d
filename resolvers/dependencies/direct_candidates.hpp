// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "resolvers/candidate.hpp"
#include "resolvers/surroundings.hpp"

namespace kenv::resolvers {

/// The candidates of a package that somebody named by its address ("name @ https://HOST/name-1.0-py3-none-any.whl"):
/// that one file and nothing else, of whatever index, or none, with the reason, if it is no wheel of that package.
CandidateList direct_candidates(const python::PackageName& name, const NamedFile& named, const Surroundings& around);

/// Whether two addresses name the same file. What a fragment says beside it (a digest, an "egg") does not count.
bool same_file(std::string_view one, std::string_view other);

}  // namespace kenv::resolvers
