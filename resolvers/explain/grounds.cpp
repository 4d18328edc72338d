// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/grounds.hpp"

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
    if (fact.needed != 0) add_needed(universe_.list(fact.needed));
    if (fact.cause == Cause::Unavailable && subject != 0) add_failed(universe_.list(subject), subject_beside(fact, beside));
  }

  Grounds take() { return std::move(grounds_); }

 private:
  void mention(PackageId package) {
    if (package != 0) grounds_.projects.insert(universe_.list(package).name.text());
  }

  void add_needed(const CandidateList& list) {
    if (!list.candidates.empty()) return;
    grounds_.nowhere = true;
    if (!list.left_out.empty()) grounds_.left_out.insert(list.left_out);
  }

  void add_failed(const CandidateList& list, const StateSet& states) {
    for (std::size_t i = 0; i < list.candidates.size(); ++i) {
      const Candidate& candidate = list.candidates[i];
      if (!states.contains(i)) continue;
      if (candidate.eligible()) {
        grounds_.damaged = true;
        continue;
      }
      const std::string& rule = candidate.rejections.front().rule;
      grounds_.rules.emplace(rule, &list);
      if (rule == "yanked" && grounds_.yanked.empty()) grounds_.yanked = list.name.text() + "==" + candidate.version.text();
      if (rule == "index" && request_.without_index.contains(candidate.index)) grounds_.left_out.insert(candidate.index);
    }
  }

  const Universe& universe_;
  const Request& request_;
  Grounds grounds_;
};

}  // namespace

Grounds grounds_of(const Solver& solver, const Universe& universe, const Request& request) {
  Collector grounds(universe, request);
  const auto& last = solver.incompatibility(solver.failure());
  if (last.cause != Cause::Derived) grounds.add(last, nullptr);
  for (const std::size_t index : proof_of(solver, solver.failure())) {
    const auto& step = solver.incompatibility(index);
    if (step.cause != Cause::Derived) continue;
    const auto &left = solver.incompatibility(step.left), &right = solver.incompatibility(step.right);
    if (left.cause != Cause::Derived) grounds.add(left, &right);
    if (right.cause != Cause::Derived) grounds.add(right, &left);
  }
  return grounds.take();
}

}  // namespace kenv::resolvers
