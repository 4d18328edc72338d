// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <vector>

#include "plan/explanation.hpp"
#include "resolvers/explain/ended_search.hpp"

namespace kenv::resolvers {

/// What the search has to say about those candidates of a package that are meant: "chosen", "rejected" by which rule,
/// in "conflict" with what, "outranked" by what. Candidates of which the same can be said are one verdict.
std::vector<plan::Explanation::Verdict> verdicts(const EndedSearch& search, PackageId package,
                                                 const std::function<bool(std::size_t)>& meant);

/// A verdict as a sentence, with the evidence that it rests on.
std::string to_text(const plan::Explanation::Verdict& verdict);

}  // namespace kenv::resolvers
