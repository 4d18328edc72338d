// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

#include "resolvers/dependencies/package_source.hpp"
#include "resolvers/dependencies/partial_solution.hpp"

namespace kenv::resolvers {

/// PubGrub: decide, propagate, and learn from each conflict a new incompatibility that rules out the whole cause of it.
/// It runs until it is done or until its source does not know something yet; run() then goes on where it stopped.
///
/// The result depends on nothing but the facts: the next decision is taken only when everything it rests on is known.
class Solver {
 public:
  enum class Outcome { Solved, Waiting, Impossible };

  explicit Solver(PackageSource& source);
  Outcome run();

  /// The candidate of a package in the solution, or none if the package is absent. After Solved.
  std::optional<std::size_t> chosen(PackageId package) const;
  const PartialSolution& solution() const { return solution_; }
  std::size_t packages() const { return incompatibilities_of_.size(); }
  const Incompatibility& incompatibility(std::size_t index) const { return store_[index]; }
  /// The incompatibility that proves that there is no solution. After Impossible.
  std::size_t failure() const { return failure_; }

 private:
  void see(PackageId package);
  std::size_t add(Incompatibility incompatibility);
  std::size_t add_dependency(PackageId package, std::size_t candidate, const Dependency& dependency);
  void enlist(std::size_t index);
  void unlist(std::size_t index);

  bool propagate(PackageId start);
  bool still_contradicted(std::size_t index) const;
  bool learn_from(std::size_t conflict, PackageId& changed);
  Incompatibility resolve(std::size_t conflict, std::size_t satisfier) const;
  bool terminal(const Incompatibility& incompatibility) const;

  std::optional<PackageId> next_package() const;
  std::size_t candidate_for(PackageId package) const;
  bool is_conflict(std::size_t index, PackageId deciding, std::size_t candidate) const;
  PackageId decide(PackageId package, std::size_t candidate, const CandidateFacts& facts);
  bool note_conflict(PackageId affected, std::size_t incompatibility);

  PackageSource& source_;
  PartialSolution solution_;
  std::deque<Incompatibility> store_;  ///< never shrinks: proofs refer to it
  std::vector<std::vector<std::size_t>> incompatibilities_of_;
  /// Where an incompatibility was seen to be contradicted: it stays so until that level is taken back.
  struct Contradicted {
    std::size_t level = 0;
    std::uint64_t stamp = ~std::uint64_t{0};
  };
  std::vector<Contradicted> contradicted_;
  /// The dependencies that several candidates of a package share are one incompatibility.
  std::map<std::tuple<PackageId, PackageId, std::string, StateSet>, std::size_t> shared_;
  std::vector<int> affected_, culprit_;  ///< how often a package could not be decided because of another, and caused it
  bool started_ = false, possible_ = true;
  std::size_t failure_ = 0;
};

}  // namespace kenv::resolvers
