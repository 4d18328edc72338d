// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <vector>

#include "resolvers/explain/proof.hpp"

namespace kenv::resolvers {

/// A proof as people read it. Facts that say the same of several versions, or what was known against them beforehand,
/// are one fact, which takes one step; of versions that the request rules out nothing is said, since what is said of
/// them explains nothing.
struct ReadableProof {
  std::vector<Incompatibility> lines;  ///< causes first, the conclusion last; `left` and `right` are places in here
};

ReadableProof readable_proof(const Solver& solver, std::size_t incompatibility, const CandidateNames& names);

}  // namespace kenv::resolvers
