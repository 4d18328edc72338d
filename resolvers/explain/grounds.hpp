// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <string>

#include "resolvers/explain/proof.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// What the facts say that the proof of a failure rests on, as far as it matters for what helps.
struct Grounds {
  bool nowhere = false;  ///< of some project there is nothing at all
  /// A candidate that a rule is against, the first choice of its project among those that are.
  struct Failed {
    const CandidateList* list = nullptr;
    std::size_t candidate = 0;
    const Candidate& first() const { return list->candidates[candidate]; }
  };

  bool damaged = false;                   ///< a file's METADATA cannot be used
  bool others = false;                    ///< a package's own requirement takes part
  std::string address{};                  ///< of such a file that was named by it
  std::map<std::string, Failed> rules{};  ///< the rules that candidates failed on, each with a project
  std::string yanked{};                   ///< "beta==2.1"
  std::set<std::string> projects{};       ///< those that take part, by their normal names
  std::string bound{};                    ///< one that --find-links lists, and of which it lists nothing that would do
  std::set<std::string> left_out{};       ///< indexes that were left out on purpose and might have had what is missing
};

Grounds grounds_of(const Solver& solver, const Universe& universe, const Request& request);

}  // namespace kenv::resolvers
