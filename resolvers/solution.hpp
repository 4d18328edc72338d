// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>

#include "resolvers/dependencies/solver.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

/// What the solver has chosen, by package and in the order of names; extras are part of their package.
class Solution {
 public:
  struct Chosen {
    PackageId id = 0;
    std::size_t index = 0;  ///< of the candidate
  };

  Solution(const Solver& solver, const Universe& universe) : universe_(universe) {
    for (PackageId id = 1; id < solver.packages(); ++id)
      if (const auto chosen = solver.chosen(id); chosen && !universe.is_extra(id))
        packages_[universe.list(id).name] = {id, *chosen};
  }

  const std::map<python::PackageName, Chosen>& packages() const { return packages_; }
  const Chosen& of(const python::PackageName& name) const { return packages_.at(name); }
  const Candidate& candidate(const Chosen& chosen) const { return universe_.list(chosen.id).candidates[chosen.index]; }

 private:
  const Universe& universe_;
  std::map<python::PackageName, Chosen> packages_;
};

}  // namespace kenv::resolvers
