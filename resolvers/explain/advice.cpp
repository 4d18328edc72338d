// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/advice.hpp"

#include <fmt/format.h>

#include <map>
#include <string>

namespace kenv::resolvers {
namespace {

using Cause = Incompatibility::Cause;

/// What the facts of a proof say, as far as it matters for what helps.
struct Grounds {
  bool nowhere = false;                                 ///< of some project there is nothing at all
  bool damaged = false;                                 ///< a file's METADATA cannot be used
  bool others = false;                                  ///< a package's own requirement takes part
  std::map<std::string, const CandidateList*> rules{};  ///< the rules that candidates failed on, each with a project
  std::string yanked{};                                 ///< "beta==2.1"

  void add(const Incompatibility& fact, const Incompatibility* beside, const Universe& universe) {
    if (fact.cause == Cause::Dependency && fact.terms.front().package != 0) others = true;
    if (fact.needed != 0 && universe.list(fact.needed).candidates.empty()) nowhere = true;
    if (fact.cause == Cause::Unavailable && fact.terms.front().package != 0)
      add_failed(universe.list(fact.terms.front().package), subject_beside(fact, beside));
  }

  void add_failed(const CandidateList& list, const StateSet& states) {
    for (std::size_t i = 0; i < list.candidates.size(); ++i) {
      const Candidate& candidate = list.candidates[i];
      if (!states.contains(i)) continue;
      if (candidate.eligible()) {
        damaged = true;
        continue;
      }
      const std::string& rule = candidate.rejections.front().rule;
      rules.emplace(rule, &list);
      if (rule == "yanked" && yanked.empty()) yanked = list.name.text() + "==" + candidate.version.text();
    }
  }
};

Grounds grounds_of(const Solver& solver, const Universe& universe) {
  Grounds grounds;
  const auto& last = solver.incompatibility(solver.failure());
  if (last.cause != Cause::Derived) grounds.add(last, nullptr, universe);
  for (const std::size_t index : proof_of(solver, solver.failure())) {
    const auto& step = solver.incompatibility(index);
    if (step.cause != Cause::Derived) continue;
    const auto &left = solver.incompatibility(step.left), &right = solver.incompatibility(step.right);
    if (left.cause != Cause::Derived) grounds.add(left, &right, universe);
    if (right.cause != Cause::Derived) grounds.add(right, &left, universe);
  }
  return grounds;
}

}  // namespace

// From what helps most surely to what helps in general.
Advice advice(const Solver& solver, const Universe& universe, const Request& request) {
  const Grounds grounds = grounds_of(solver, universe);
  const auto failed_on = [&](const char* rule) { return grounds.rules.contains(rule); };
  if (failed_on("hash"))
    return {request.require_hashes
                ? "every package needs a digest that you vouch for, what others require included: `kenv lock` writes them all"
                : "compare the digest with the one that the project's publisher states before you change it: the file may "
                  "have been replaced"};
  if (grounds.nowhere)
    return {"check the spelling, or name a source that has it: --index URL or --find-links DIR", true};
  if (!grounds.yanked.empty())
    return {"its project has withdrawn it; it is taken only where exactly it is asked for: " + grounds.yanked};
  if (failed_on("python")) return {"with another interpreter it may work: --python X.Y"};
  if (failed_on("platform") || failed_on("wheel")) {
    const auto* list = failed_on("platform") ? grounds.rules.at("platform") : grounds.rules.at("wheel");
    return {fmt::format("other versions may have a wheel; or have one built (pip wheel {0}) and name its folder: "
                        "--find-links DIR",
                        list->name.text())};
  }
  if (grounds.damaged) return {"ask for another version, and tell the project that this one is damaged"};
  if (!grounds.others) return {"change one of the requirements that are named: all of them are your own"};
  return {"ask for other versions of what is named, or overrule a package's requirement: --override FILE"};
}

}  // namespace kenv::resolvers
