// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "resolvers/dependencies/incompatibility.hpp"

namespace kenv::resolvers {

/// What has been decided and derived so far, in order, so that it can be taken back.
class PartialSolution {
 public:
  struct Assignment {
    PackageId package = 0;
    StateSet says;                     ///< what this assignment states
    StateSet left;                     ///< what is left for the package with all earlier ones
    std::size_t level = 0;             ///< number of decisions made when it was made
    std::optional<std::size_t> cause;  ///< the incompatibility it was derived from; none: a decision
  };
  enum class Relation { Satisfied, Contradicted, Inconclusive };

  void add_package(std::size_t states);
  void decide(PackageId package, std::size_t candidate);
  void derive(PackageId package, const StateSet& states, std::size_t cause);
  /// Takes back everything that was assigned at a level above `level`.
  void backtrack(std::size_t level);

  const StateSet& states(PackageId package) const { return current_[package]; }
  bool decided(PackageId package) const { return decided_[package]; }
  /// The package has to be there: its absent state is excluded.
  bool required(PackageId package) const { return !current_[package].contains(current_[package].absent()); }
  std::size_t level() const { return level_; }
  std::size_t decision_level(PackageId package) const;
  /// A number that no other stretch of the search at this level has had or will have: what was found out at a level
  /// holds as long as its number is the same.
  std::uint64_t stamp(std::size_t level) const { return stamps_[level]; }
  Relation relation(const Term& term) const;

  /// Index of the first assignment after which the term holds. The term must hold now.
  std::size_t satisfier(const Term& term) const;
  /// The same, with the assignment `with` counted as made from the beginning: what else was needed.
  /// Nothing if that assignment satisfies the term alone.
  std::optional<std::size_t> earlier_satisfier(const Term& term, std::size_t with) const;
  const Assignment& assignment(std::size_t index) const { return assignments_[index]; }
  std::size_t size() const { return assignments_.size(); }

  /// The cause of the assignment that took this state away from the package; none if nothing did, or a decision.
  std::optional<std::size_t> cause_of_loss(PackageId package, std::size_t state) const;

 private:
  void assign(PackageId package, StateSet says, std::optional<std::size_t> cause);

  std::vector<Assignment> assignments_;
  std::vector<std::vector<std::size_t>> history_;  ///< per package: its assignments
  std::vector<StateSet> current_;
  std::vector<bool> decided_;
  std::size_t level_ = 0;
  std::vector<std::uint64_t> stamps_{0};  ///< per level
  std::uint64_t last_stamp_ = 0;
};

}  // namespace kenv::resolvers
