// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// What the user's own words leave of a package. Of long lists many candidates are asked about, so what each of the
/// words allows is found out once.
class OwnWords {
 public:
  OwnWords(const CandidateList& list, const Surroundings& around);
  /// Those that exclude the candidate: "you ask for a<2", "the constraint a<2 (bounds.txt:3) excludes it".
  std::optional<std::string> against(std::size_t candidate) const;
  /// Whether what is asked for, constraints aside, is met by it.
  bool is_asked_for(std::size_t candidate) const;

 private:
  struct Words {
    bool is_constraint = false;
    StateSet allowed;
    std::string text;
  };
  std::vector<Words> words_;
};

/// Who excludes a candidate from the solution that there is, in one clause: the user's own words, an override, a
/// package that was chosen, a bound that a manifest knows. Empty if nobody does so directly.
std::string excluded_by(PackageId package, std::size_t candidate, const Solver& solver, Universe& universe,
                        const Surroundings& around);

}  // namespace kenv::resolvers
