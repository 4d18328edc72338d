// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "resolvers/dependencies/solver.hpp"

namespace kenv::resolvers {

/// How packages and sets of their candidates are called in sentences.
class CandidateNames {
 public:
  virtual ~CandidateNames() = default;
  /// "numpy 2.0.0 to 2.4.6", "torch 2.15.0 (cu132, pypi)"; the absent state is not looked at.
  virtual std::string describe(PackageId package, const StateSet& states) const = 0;
  /// Why these candidates cannot be used, if that is known better than the fact's own text says; else empty.
  virtual std::string objection(PackageId, const StateSet&) const { return {}; }
};

/// The proof of an incompatibility as sentences, one a line, each resting on facts or on a line before it:
/// "Because transformers 5.24.0 depends on numpy>=2 and you ask for numpy<2, ...".
std::string explain(const Solver& solver, std::size_t incompatibility, const CandidateNames& names);

/// All incompatibilities that the proof uses, the given one included, causes first.
std::vector<std::size_t> proof_of(const Solver& solver, std::size_t incompatibility);

/// Of what a fact says about many candidates, those that matter beside the other premise of a step of a proof.
StateSet subject_beside(const Incompatibility& fact, const Incompatibility* other);

}  // namespace kenv::resolvers
