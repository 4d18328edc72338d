// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "resolvers/candidate.hpp"
#include "resolvers/dependencies/state_set.hpp"
#include "resolvers/request.hpp"

namespace kenv::resolvers {

/// Why candidates cannot be used, in words that are true of each of them. Those that fail for one reason share it;
/// those that fail at one rule with different figures get what the rule comes to; different rules are told apart:
/// "torch 2.10.0 (cu126) has sm_90, ...; torch 2.15.0 (cu132) needs driver 580 or newer". Of many versions without a
/// fitting wheel the newest stands for what there is. Empty if nothing is known.
std::string objections_to(const CandidateList& list, const StateSet& states, const Request& request);

}  // namespace kenv::resolvers
