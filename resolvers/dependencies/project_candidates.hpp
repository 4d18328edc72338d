// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "resolvers/candidate.hpp"
#include "resolvers/surroundings.hpp"

namespace kenv::resolvers {

/// The candidates of an ordinary package: the installed one, then stable versions, then pre-releases, newest first.
/// Nothing if its page has to be read first (that is noted). The page comes from the one index that it is bound to.
///
/// Pre-releases stand last, so they are taken where nothing stable satisfies what is asked, as PEP 440 has it.
std::optional<CandidateList> project_candidates(const python::PackageName& name, Surroundings& around);

/// The page on which an ordinary package is looked up. Where no index may be asked for it, the page is one of an index
/// that why_not_asked() tells of.
NeedProject page_of(const python::PackageName& name, const Surroundings& around);
/// The same where nothing of a framework has been chosen yet.
NeedProject page_of(const python::PackageName& name, const Request& request, const manifest::Catalog& catalog);

/// Why an index is not asked: it was left out on purpose, or it is not configured. Empty if it may be asked. The
/// default index never stands in for another one, whose names anybody could have taken there.
std::string why_not_asked(const std::string& index, const Request& request);

}  // namespace kenv::resolvers
