// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

#include "resolvers/candidate.hpp"

namespace kenv::resolvers {

/// A choice among a package's candidates in words, as ranges of the versions that there are: "numpy 2.0.0 to 2.4.6",
/// "numpy 1.26.4 and older", "every version of numpy". `chosen` says for each candidate whether it is meant.
std::string describe_versions(const CandidateList& list, const std::function<bool(std::size_t)>& chosen);

}  // namespace kenv::resolvers
