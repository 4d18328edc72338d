// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/solver.hpp"

#include <algorithm>
#include <utility>

// The algorithm is that of Natalie Weizenbaum's "PubGrub" (2018), over state sets instead of version ranges. Its words:
// a term is satisfied, contradicted or neither by the partial solution; an incompatibility all of whose terms are
// satisfied is a conflict; one of which all but one are satisfied forces the negation of that one (unit propagation).
namespace kenv::resolvers {
namespace {

using Relation = PartialSolution::Relation;

/// After so many failures of one package because of another, the two change places in the order of decisions: whoever
/// is decided first keeps its best candidate, and the one that is decided last should not be the one that suffers.
constexpr int kDefeats = 5;

}  // namespace

Solver::Solver(PackageSource& source) : source_(source) {
  see(0);
  const StateSet absent = StateSet::one(source.states(0), source.states(0) - 1);
  enlist(add({{{0, absent}}, Incompatibility::Cause::Request, 0, 0, {}}));
}

/// Registers a package and whatever was mentioned before it, with what is known against some of its candidates.
void Solver::see(PackageId package) {
  while (packages() <= package) {
    const PackageId next = packages();
    solution_.add_package(source_.states(next));
    incompatibilities_of_.emplace_back();
    affected_.push_back(0);
    culprit_.push_back(0);
    for (auto& exclusion : source_.exclusions(next)) {
      const auto cause = exclusion.bound ? Incompatibility::Cause::Bound : Incompatibility::Cause::Unavailable;
      enlist(add({{{next, std::move(exclusion.states)}}, cause, 0, 0, std::move(exclusion.text)}));
    }
  }
}

std::size_t Solver::add(Incompatibility incompatibility) {
  store_.push_back(std::move(incompatibility));
  contradicted_.emplace_back();
  return store_.size() - 1;
}

void Solver::enlist(std::size_t index) {
  for (const Term& term : store_[index].terms) incompatibilities_of_[term.package].push_back(index);
}

void Solver::unlist(std::size_t index) {
  for (const Term& term : store_[index].terms) std::erase(incompatibilities_of_[term.package], index);
}

std::size_t Solver::add_dependency(PackageId package, std::size_t candidate, const Dependency& dependency) {
  const auto cause = dependency.bound ? Incompatibility::Cause::Bound : Incompatibility::Cause::Dependency;
  StateSet dependents = StateSet::one(solution_.states(package).states(), candidate);
  StateSet missing = dependency.allowed.complement();
  const auto key = std::tuple(package, dependency.package, dependency.text, dependency.allowed);
  if (const auto found = shared_.find(key); found != shared_.end()) {
    const StateSet& known = store_[found->second].terms.front().states;
    if (known.contains(candidate)) return found->second;
    dependents |= known;
    unlist(found->second);
  }
  // A dependency on states that do not exist leaves only the dependent's term: it can never be met. Nor can that of a
  // package on another version of itself.
  std::vector<Term> terms;
  if (dependency.package == package)
    terms = {{package, dependents & missing}};
  else if (missing.full())
    terms = {{package, std::move(dependents)}};
  else
    terms = {{package, std::move(dependents)}, {dependency.package, std::move(missing)}};
  const std::size_t index = add({std::move(terms), cause, 0, 0, dependency.text, dependency.package});
  enlist(index);
  shared_[key] = index;
  return index;
}

Solver::Outcome Solver::run() {
  if (!started_) possible_ = propagate(0);
  started_ = true;
  while (possible_) {
    const auto package = next_package();
    if (!package) return Outcome::Solved;
    const std::size_t candidate = candidate_for(*package);
    const auto facts = source_.facts(*package, candidate);
    if (!facts) return Outcome::Waiting;
    for (const auto& dependency : facts->dependencies) see(dependency.package);
    const auto changed = decide(*package, candidate, *facts);
    possible_ = propagate(changed);
  }
  return Outcome::Impossible;
}

/// Of the packages that must be there and are not decided: those of the first class, then those that leave no choice,
/// then in the order in which they were met, which is the order in which people wrote them down.
std::optional<PackageId> Solver::next_package() const {
  std::optional<PackageId> best;
  std::tuple<int, int, int> best_rank;
  for (PackageId package = 0; package < packages(); ++package) {
    if (solution_.decided(package) || !solution_.required(package)) continue;
    const int promoted = affected_[package] >= kDefeats ? 0 : culprit_[package] >= kDefeats ? 2 : 1;
    const int choice = solution_.states(package).count() == 1 ? 0 : 1;
    const std::tuple rank(source_.decision_class(package), choice, promoted);
    if (best && best_rank <= rank) continue;
    best = package;
    best_rank = rank;
  }
  return best;
}

/// The best candidate left, for "name[extra]" the one that "name" can still be.
std::size_t Solver::candidate_for(PackageId package) const {
  const StateSet& states = solution_.states(package);
  const StateSet common = states & solution_.states(source_.base(package));
  return common.first() < states.absent() ? common.first() : states.first();
}

bool Solver::is_conflict(std::size_t index, PackageId deciding, std::size_t candidate) const {
  return std::ranges::all_of(store_[index].terms, [&](const Term& term) {
    if (term.package == deciding) return term.states.contains(candidate);
    return solution_.relation(term) == Relation::Satisfied;
  });
}

/// Decides for the candidate, unless what it asks for cannot be had as things stand. The package to propagate from.
PackageId Solver::decide(PackageId package, std::size_t candidate, const CandidateFacts& facts) {
  const std::size_t states = solution_.states(package).states();
  if (!facts.unusable.empty()) {
    enlist(add(
        {{{package, StateSet::one(states, candidate)}}, Incompatibility::Cause::Unavailable, 0, 0, facts.unusable}));
    return package;
  }
  bool conflict = false, turned_back = false;
  for (const auto& dependency : facts.dependencies) {
    if (dependency.package == package && dependency.allowed.contains(candidate)) continue;
    if (dependency.allowed.full()) continue;
    const std::size_t index = add_dependency(package, candidate, dependency);
    if (turned_back || !is_conflict(index, package, candidate)) continue;
    conflict = true;
    turned_back = note_conflict(package, index);
  }
  if (!conflict) solution_.decide(package, candidate);
  return package;
}

/// Counts who stands in whose way; true if decisions were taken back so that the two are decided in the other order.
bool Solver::note_conflict(PackageId affected, std::size_t incompatibility) {
  for (const Term& term : store_[incompatibility].terms) {
    const PackageId other = term.package;
    if (other == affected || !solution_.decided(other)) continue;
    if (source_.decision_class(other) != source_.decision_class(affected)) continue;
    ++culprit_[other];
    if (++affected_[affected] != kDefeats) continue;
    solution_.backtrack(solution_.decision_level(other) - 1);
    return true;
  }
  return false;
}

bool Solver::propagate(PackageId start) {
  std::vector<PackageId> changed{start};
  while (!changed.empty()) {
    const PackageId package = changed.back();
    changed.pop_back();
    // Newest first: what was learned last is what the search is about. Indices, since a conflict adds to the list.
    for (std::size_t i = incompatibilities_of_[package].size(); i-- > 0;) {
      const std::size_t index = incompatibilities_of_[package][i];
      if (still_contradicted(index)) continue;
      const Term* open = nullptr;
      bool nothing_follows = false;
      for (const Term& term : store_[index].terms) {
        const Relation relation = solution_.relation(term);
        if (relation == Relation::Satisfied) continue;
        if (relation == Relation::Contradicted)
          contradicted_[index] = {solution_.level(), solution_.stamp(solution_.level())};
        nothing_follows = relation == Relation::Contradicted || open != nullptr;
        if (nothing_follows) break;
        open = &term;
      }
      if (nothing_follows) continue;
      if (open != nullptr) {
        solution_.derive(open->package, open->states.complement(), index);
        changed.push_back(open->package);
        continue;
      }
      PackageId learned = 0;
      if (!learn_from(index, learned)) return false;
      changed.assign(1, learned);
      break;
    }
  }
  return true;
}

bool Solver::still_contradicted(std::size_t index) const {
  const auto& [level, stamp] = contradicted_[index];
  return level <= solution_.level() && solution_.stamp(level) == stamp;
}

bool Solver::terminal(const Incompatibility& incompatibility) const {
  return incompatibility.terms.empty() ||
         (incompatibility.terms.size() == 1 && incompatibility.terms.front().package == 0);
}

/// Conflict resolution: follows the conflict back to the decision that made it inevitable, takes that back and derives
/// the opposite. False if it was inevitable from the start.
bool Solver::learn_from(std::size_t conflict, PackageId& changed) {
  bool derived = false;
  while (!terminal(store_[conflict])) {
    // The last assignment without which there would be no conflict, and the level of the last one before it.
    std::size_t satisfier = 0, previous_level = 1;
    const Term* latest = nullptr;
    for (const Term& term : store_[conflict].terms) {
      const std::size_t index = solution_.satisfier(term);
      if (latest != nullptr)
        previous_level = std::max(previous_level, solution_.assignment(std::min(index, satisfier)).level);
      if (latest != nullptr && index < satisfier) continue;
      satisfier = index;
      latest = &term;
    }
    if (const auto earlier = solution_.earlier_satisfier(*latest, satisfier))
      previous_level = std::max(previous_level, solution_.assignment(*earlier).level);
    const auto& assignment = solution_.assignment(satisfier);
    if (!assignment.cause || previous_level < assignment.level) {
      const Term open = *latest;
      solution_.backtrack(previous_level);
      if (derived) enlist(conflict);
      solution_.derive(open.package, open.states.complement(), conflict);
      changed = open.package;
      return true;
    }
    conflict = add(resolve(conflict, satisfier));
    derived = true;
  }
  failure_ = conflict;
  return false;
}

/// The rule of resolution: from two incompatibilities that disagree about one package follows one without it, or with
/// as much of it as both forbid together.
Incompatibility Solver::resolve(std::size_t conflict, std::size_t satisfier) const {
  const auto& assignment = solution_.assignment(satisfier);
  Incompatibility result{{}, Incompatibility::Cause::Derived, conflict, *assignment.cause, {}};
  result.pivot = assignment.package;
  std::map<PackageId, StateSet> terms;
  for (const Term& term : store_[conflict].terms) terms[term.package] = term.states;
  for (const Term& term : store_[*assignment.cause].terms) {
    const auto [place, added] = terms.try_emplace(term.package, term.states);
    if (added) continue;
    if (term.package == assignment.package)
      place->second |= term.states;
    else
      place->second &= term.states;
  }
  for (auto& [package, states] : terms)
    if (!states.full()) result.terms.push_back({package, std::move(states)});
  return result;
}

std::optional<std::size_t> Solver::chosen(PackageId package) const {
  const StateSet& states = solution_.states(package);
  if (!solution_.decided(package)) return std::nullopt;
  return states.first();
}

}  // namespace kenv::resolvers
