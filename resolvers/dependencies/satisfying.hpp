// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "python/requirement.hpp"
#include "resolvers/candidate.hpp"
#include "resolvers/dependencies/state_set.hpp"

namespace kenv::resolvers {

/// The candidates that a specifier admits, pre-releases among them; never the absent state. `meant`: somebody who is at
/// hand wrote it, and means by "==2.15.0+cu132" also the build cu132 of an index whose versions state no local part.
StateSet satisfying(const CandidateList& list, const python::SpecifierSet& specifier, bool meant = false);

/// The candidates that a requirement admits: those of its specifier, or the file at its address.
StateSet satisfying(const CandidateList& list, const python::Requirement& requirement, bool meant);

/// The requirement as its author wrote it, without the marker, which has been decided, and without passwords.
std::string bare_text(const python::Requirement& requirement);

}  // namespace kenv::resolvers
