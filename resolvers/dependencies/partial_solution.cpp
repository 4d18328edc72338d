// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/partial_solution.hpp"

#include <utility>

namespace kenv::resolvers {

void PartialSolution::add_package(std::size_t states) {
  current_.push_back(StateSet::all(states));
  history_.emplace_back();
  decided_.push_back(false);
}

void PartialSolution::assign(PackageId package, StateSet says, std::optional<std::size_t> cause) {
  current_[package] &= says;
  history_[package].push_back(assignments_.size());
  assignments_.push_back({package, std::move(says), current_[package], level_, cause});
}

void PartialSolution::decide(PackageId package, std::size_t candidate) {
  ++level_;
  stamps_.push_back(++last_stamp_);
  decided_[package] = true;
  assign(package, StateSet::one(current_[package].states(), candidate), std::nullopt);
}

void PartialSolution::derive(PackageId package, const StateSet& states, std::size_t cause) {
  assign(package, states, cause);
}

void PartialSolution::backtrack(std::size_t level) {
  while (!assignments_.empty() && assignments_.back().level > level) {
    const PackageId package = assignments_.back().package;
    if (!assignments_.back().cause) decided_[package] = false;
    auto& history = history_[package];
    history.pop_back();
    current_[package] = history.empty() ? StateSet::all(current_[package].states()) : assignments_[history.back()].left;
    assignments_.pop_back();
  }
  level_ = level;
  stamps_.resize(level + 1);
}

std::size_t PartialSolution::decision_level(PackageId package) const {
  for (std::size_t index : history_[package])
    if (!assignments_[index].cause) return assignments_[index].level;
  return 0;
}

PartialSolution::Relation PartialSolution::relation(const Term& term) const {
  const StateSet& states = current_[term.package];
  if (states.disjoint(term.states)) return Relation::Contradicted;
  return states.subset_of(term.states) ? Relation::Satisfied : Relation::Inconclusive;
}

std::size_t PartialSolution::satisfier(const Term& term) const {
  // The sets only shrink along the history, so the first that is inside the term can be searched for by halves.
  const auto& history = history_[term.package];
  std::size_t low = 0, high = history.size() - 1;
  while (low < high) {
    const std::size_t middle = (low + high) / 2;
    if (assignments_[history[middle]].left.subset_of(term.states))
      high = middle;
    else
      low = middle + 1;
  }
  return history[low];
}

std::optional<std::size_t> PartialSolution::earlier_satisfier(const Term& term, std::size_t with) const {
  const StateSet& says = assignments_[with].says;
  if (says.subset_of(term.states)) return std::nullopt;
  for (std::size_t index : history_[term.package])
    if ((assignments_[index].left & says).subset_of(term.states)) return index;
  return with;
}

std::optional<std::size_t> PartialSolution::cause_of_loss(PackageId package, std::size_t state) const {
  for (std::size_t index : history_[package])
    if (!assignments_[index].left.contains(state)) return assignments_[index].cause;
  return std::nullopt;
}

}  // namespace kenv::resolvers
