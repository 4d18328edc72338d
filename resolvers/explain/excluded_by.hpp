// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// The user's own words that exclude a candidate: "you ask for a<2", "the constraint a<2 (bounds.txt:3) excludes it".
std::optional<std::string> own_words_against(const CandidateList& list, std::size_t candidate,
                                             const Surroundings& around);

/// Who excludes a candidate from the solution that there is, in one clause: the user's own words, an override, a
/// package that was chosen, a bound that a manifest knows. Empty if nobody does so directly.
std::string excluded_by(PackageId package, std::size_t candidate, const Solver& solver, Universe& universe,
                        const Surroundings& around);

}  // namespace kenv::resolvers
