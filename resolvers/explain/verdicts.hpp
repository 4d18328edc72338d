// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "plan/explanation.hpp"
#include "resolvers/explain/ended_search.hpp"

namespace kenv::resolvers {

/// What the search has to say about those candidates of a package that are meant: "chosen", "rejected" by which rule,
/// in "conflict" with what, "outranked" by what. Candidates of which the same can be said are one verdict.
std::vector<plan::Explanation::Verdict> verdicts(const EndedSearch& search, PackageId package,
                                                 const std::function<bool(std::size_t)>& meant);

/// Of each candidate only the first thing that speaks against it, so that a story names it once.
std::vector<plan::Explanation::Verdict> first_verdicts(const EndedSearch& search, PackageId package,
                                                       const std::function<bool(std::size_t)>& meant);

/// Many verdicts as few sentences: of those that one rule has given about one GPU the first in full, the others by
/// name.
std::vector<std::string> summed_up(const std::vector<plan::Explanation::Verdict>& verdicts);

/// A verdict as a sentence, with the evidence that it rests on.
std::string to_text(const plan::Explanation::Verdict& verdict);

}  // namespace kenv::resolvers
