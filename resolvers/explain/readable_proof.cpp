// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/readable_proof.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>

namespace kenv::resolvers {
namespace {

using Cause = Incompatibility::Cause;

/// What is wrong with a file, without the name of the file and the place in it.
std::string fault_in(const std::string& text) {
  static const std::string kPlace = "/METADATA:";
  const auto place = text.find(kPlace);
  if (place == std::string::npos) return text;
  const auto words = text.find_first_not_of("0123456789:", place + kPlace.size());
  return words == std::string::npos ? text : text.substr(words);
}

/// Files that turned out to be unusable for the same reason, one fact each.
class SharedFaults {
 public:
  void add(const Incompatibility& fact) {
    if (fact.cause != Cause::Unavailable || fact.terms.size() != 1) return;
    auto& shared = shared_[key(fact)];
    if (shared.empty())
      shared.push_back(fact);
    else
      shared.front().terms.front().states |= fact.terms.front().states;
    shared.push_back(fact);
  }

  Incompatibility of(const Incompatibility& fact, const CandidateNames& names) const {
    const auto place = shared_.find(key(fact));
    if (fact.cause != Cause::Unavailable || place == shared_.end() || place->second.size() <= 2) return fact;
    Incompatibility all = place->second.front();
    const Term& term = all.terms.front();
    const auto best =
        std::ranges::min_element(place->second.begin() + 1, place->second.end(), {},
                                 [](const Incompatibility& one) { return one.terms.front().states.first(); });
    const StateSet newest = StateSet::one(term.states.states(), term.states.first());
    all.text = fmt::format("of {} and likewise of the others: {}", names.describe(term.package, newest), best->text);
    return all;
  }

 private:
  using Key = std::pair<PackageId, std::string>;
  static Key key(const Incompatibility& fact) {
    return {fact.terms.empty() ? 0 : fact.terms.front().package, fault_in(fact.text)};
  }

  std::map<Key, std::vector<Incompatibility>> shared_;  ///< the union of them, then each
};

/// What the request leaves of packages, by its own words and by constraints.
class Asked {
 public:
  void add(const Incompatibility& fact) {
    const bool wish = fact.cause == Cause::Dependency && fact.terms.size() == 2 && fact.terms.front().package == 0;
    const bool constraint = fact.cause == Cause::Bound && fact.terms.size() == 1 && fact.terms.front().package != 0;
    if (!wish && !constraint) return;
    const Term& term = fact.terms.back();
    StateSet left = term.states.complement();
    if (left.contains(left.absent())) left.remove(left.absent());
    const auto [place, added] = left_.try_emplace(term.package, left);
    if (!added) place->second &= left;
  }

  /// The same of fewer versions. What is said of none that is left stays whole: it would say nothing otherwise.
  std::vector<Term> narrowed(std::vector<Term> terms) const {
    for (Term& term : terms) {
      const auto left = left_.find(term.package);
      if (left == left_.end()) continue;
      const bool missing = term.states.contains(term.states.absent());
      const StateSet meant = (missing ? term.states.complement() : term.states) & left->second;
      if (!meant.empty()) term.states = missing ? meant.complement() : meant;
    }
    return terms;
  }

 private:
  std::map<PackageId, StateSet> left_;
};

const StateSet* states_of(const std::vector<Term>& terms, PackageId package) {
  const auto place = std::ranges::find(terms, package, &Term::package);
  return place == terms.end() ? nullptr : &place->states;
}

/// The rule of resolution, as the solver has it; nothing where one of the premises is as strong as what would follow.
std::vector<Term> resolved(const std::vector<Term>& left, const std::vector<Term>& right, PackageId pivot) {
  if (!states_of(left, pivot)) return left;
  if (!states_of(right, pivot)) return right;
  std::vector<Term> result;
  for (Term term : left) {
    if (const auto* other = states_of(right, term.package)) {
      if (term.package == pivot)
        term.states |= *other;
      else
        term.states &= *other;
    }
    if (!term.states.full()) result.push_back(std::move(term));
  }
  for (const Term& term : right)
    if (!states_of(left, term.package)) result.push_back(term);
  std::ranges::sort(result, {}, &Term::package);
  return result;
}

bool same(const std::vector<Term>& one, const std::vector<Term>& other) {
  return std::ranges::equal(
      one, other, [](const Term& a, const Term& b) { return a.package == b.package && a.states == b.states; });
}

/// Whether both facts say of candidates of one package what was known against them beforehand: the same sentence says
/// it of all of them.
bool same_kind_of_exclusion(const Incompatibility& one, const Incompatibility& other, const CandidateNames& names) {
  const auto known_before = [&](const Incompatibility& fact) {
    return fact.cause == Cause::Unavailable && fact.terms.size() == 1 &&
           !names.objection(fact.terms.front().package, fact.terms.front().states).empty();
  };
  return known_before(one) && known_before(other) && one.terms.front().package == other.terms.front().package;
}

/// What the conclusion rests on, in the order that it had.
std::vector<Incompatibility> resting(std::vector<Incompatibility> lines, std::size_t conclusion) {
  std::vector<bool> used(lines.size());
  used[conclusion] = true;
  for (std::size_t i = lines.size(); i-- > 0;)
    if (used[i] && lines[i].cause == Cause::Derived) used[lines[i].left] = used[lines[i].right] = true;
  std::vector<std::size_t> place(lines.size());
  std::vector<Incompatibility> result;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!used[i]) continue;
    place[i] = result.size();
    if (lines[i].cause == Cause::Derived) {
      lines[i].left = place[lines[i].left];
      lines[i].right = place[lines[i].right];
    }
    result.push_back(std::move(lines[i]));
  }
  return result;
}

}  // namespace

ReadableProof readable_proof(const Solver& solver, std::size_t incompatibility, const CandidateNames& names) {
  struct Place {
    std::vector<Term> terms;  ///< all that is known
    std::size_t line = 0;     ///< what is told of it
  };
  const auto order = proof_of(solver, incompatibility);
  SharedFaults faults;
  Asked asked;
  for (const std::size_t index : order) {
    faults.add(solver.incompatibility(index));
    asked.add(solver.incompatibility(index));
  }
  std::vector<Incompatibility> lines;
  std::map<std::size_t, Place> places;
  for (const std::size_t index : order) {
    Incompatibility one = solver.incompatibility(index);
    if (one.cause != Cause::Derived) {
      one = faults.of(one, names);
    } else {
      const Place &left = places[one.left], &right = places[one.right];
      std::vector<Term> terms = resolved(left.terms, right.terms, one.pivot);
      const auto told = asked.narrowed(terms);
      const Place* as_before = same(told, lines[left.line].terms)    ? &left
                               : same(told, lines[right.line].terms) ? &right
                                                                     : nullptr;
      if (as_before && lines[as_before->line].cause == Cause::Derived) {
        places[index] = {std::move(terms), as_before->line};
        continue;
      }
      if (same_kind_of_exclusion(lines[left.line], lines[right.line], names)) {
        one.cause = Cause::Unavailable;
        one.text = lines[left.line].text;
      }
      one.left = left.line;
      one.right = right.line;
      one.terms = std::move(terms);
    }
    std::vector<Term> all = one.terms;
    one.terms = asked.narrowed(std::move(one.terms));
    places[index] = {std::move(all), lines.size()};
    lines.push_back(std::move(one));
  }
  return {resting(std::move(lines), places[incompatibility].line)};
}

}  // namespace kenv::resolvers
