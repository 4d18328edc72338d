// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "resolvers/explain/ended_search.hpp"
#include "resolvers/explain/subject.hpp"

namespace kenv::resolvers {

/// What a package has in place of something that it does not have: the other builds of that version, else its newest
/// version; a clause. Empty if there is nothing of it.
std::string alternatives(const Subject& subject, const CandidateList& list);

/// The variants that frameworks have builds of, in order: "torch has cpu, cu118, cu126". Those of the search, or, if it
/// has not looked at any, those that manifests know.
std::string variants_there(const EndedSearch& search);

}  // namespace kenv::resolvers
