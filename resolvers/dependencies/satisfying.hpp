// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "python/requirement.hpp"
#include "resolvers/candidate.hpp"
#include "resolvers/dependencies/state_set.hpp"

namespace kenv::resolvers {

/// The candidates that a specifier admits, pre-releases among them; never the absent state.
StateSet satisfying(const CandidateList& list, const python::SpecifierSet& specifier);

/// The requirement as its author wrote it, without the marker, which has been decided.
std::string bare_text(const python::Requirement& requirement);

}  // namespace kenv::resolvers
