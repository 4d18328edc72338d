// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/grounds.hpp"

#include <algorithm>
#include <optional>

#include "resolvers/explain/readable_proof.hpp"

namespace kenv::resolvers {
namespace {

using Cause = Incompatibility::Cause;

class Collector {
 public:
  Collector(const Universe& universe, const Request& request) : universe_(universe), request_(request) {}

  void add(const Incompatibility& fact, const Incompatibility* beside) {
    for (const Term& term : fact.terms) mention(term.package);
    mention(fact.needed);
    const PackageId subject = fact.terms.front().package;
    if (fact.cause == Cause::Dependency && subject != 0) grounds_.others = true;
    if (fact.needed != 0) add_needed(fact);
    if (fact.cause == Cause::Unavailable && subject != 0) failed_.push_back({subject, subject_beside(fact, beside)});
  }

  Grounds take() {
    for (const Term& one : failed_)
      for (const std::size_t i : members(one.states))
        if (candidate(one.package, i).eligible()) project(one.package).damaged.insert(i);
    // Of a project of which something would have done, what is out says little: something else stood in the way of
    // that.
    bool decided = false;
    for (const Term& one : failed_) decided = decided || nothing_left(one.package);
    for (const Term& one : failed_)
      if (!decided || nothing_left(one.package)) add_failed(one.package, one.states);
    return std::move(grounds_);
  }

 private:
  struct Project {
    std::optional<StateSet> wanted{};  ///< what would have done for somebody who takes part
    std::set<std::size_t> damaged{};   ///< what turned out to be unusable on the way
    std::size_t dependents = 0;
  };

  Project& project(PackageId package) { return projects_[universe_.list(package).name.text()]; }
  const Candidate& candidate(PackageId package, std::size_t i) const { return universe_.list(package).candidates[i]; }

  static std::vector<std::size_t> members(const StateSet& states) {
    std::vector<std::size_t> result;
    for (std::size_t i = states.first(); i < states.absent(); i = states.next(i)) result.push_back(i);
    return result;
  }

  void mention(PackageId package) {
    if (package != 0) grounds_.projects.insert(universe_.list(package).name.text());
  }

  /// A single term: no version that there is would do.
  bool is_met_by_nothing(const Incompatibility& fact) const {
    const Term& last = fact.terms.back();
    if (fact.terms.size() < 2 || last.package != fact.needed) return true;
    return std::ranges::none_of(members(last.states.complement()),
                                [&](std::size_t i) { return candidate(fact.needed, i).eligible(); });
  }

  void add_needed(const Incompatibility& fact) {
    const CandidateList& list = universe_.list(fact.needed);
    if (request_.bound.contains(list.name) && request_.bound.at(list.name) != request_.default_index &&
        is_met_by_nothing(fact))
      grounds_.bound = list.name.text();
    if (list.candidates.empty()) {
      grounds_.nowhere = true;
      if (!list.left_out.empty()) grounds_.left_out.insert(list.left_out);
    } else if (fact.terms.size() == 2 && fact.terms.back().package == fact.needed) {
      Project& needed = project(fact.needed);
      const StateSet allowed = fact.terms.back().states.complement();
      needed.wanted = needed.wanted ? *needed.wanted | allowed : allowed;
      needed.dependents += fact.terms.front().states.count();
    }
  }

  bool nothing_left(PackageId package) {
    const Project& own = project(package);
    if (!own.wanted) return true;
    for (const std::size_t i : members(*own.wanted))
      if (candidate(package, i).eligible() && !own.damaged.contains(i)) return false;
    return true;
  }

  void add_failed(PackageId package, const StateSet& states) {
    const CandidateList& list = universe_.list(package);
    for (const std::size_t i : members(states)) {
      const Candidate& one = list.candidates[i];
      if (one.eligible()) {
        grounds_.damaged = true;
        if (one.direct && one.file) grounds_.address = one.file->url;
        continue;
      }
      const std::string& rule = one.rejections.front().rule;
      // That of most dependents: what stops the most versions is what is worth mending.
      const auto [place, added] = grounds_.rules.try_emplace(rule, Grounds::Failed{&list, i});
      if (!added && project(package).dependents > projects_[place->second.list->name.text()].dependents)
        place->second = {&list, i};
      if (rule == "yanked" && grounds_.yanked.empty()) grounds_.yanked = list.name.text() + "==" + one.version.text();
      if (rule == "index" && request_.without_index.contains(one.index)) grounds_.left_out.insert(one.index);
    }
  }

  const Universe& universe_;
  const Request& request_;
  Grounds grounds_;
  std::vector<Term> failed_;
  std::map<std::string, Project> projects_;
};

}  // namespace

Grounds grounds_of(const Solver& solver, const Universe& universe, const Request& request) {
  Collector grounds(universe, request);
  const auto lines = readable_proof(solver, solver.failure(), universe).lines;
  if (lines.back().cause != Cause::Derived) grounds.add(lines.back(), nullptr);
  for (const auto& step : lines) {
    if (step.cause != Cause::Derived) continue;
    const auto &left = lines[step.left], &right = lines[step.right];
    if (left.cause != Cause::Derived) grounds.add(left, &right);
    if (right.cause != Cause::Derived) grounds.add(right, &left);
  }
  return grounds.take();
}

}  // namespace kenv::resolvers
