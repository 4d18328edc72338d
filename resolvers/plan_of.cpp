// SPDX-License-Identifier: Apache-2.0
#include "resolvers/plan_of.hpp"

#include <map>
#include <set>

#include "plan/unpacked_size.hpp"
#include "resolvers/explain/broken.hpp"
#include "resolvers/explain/held_back.hpp"
#include "resolvers/explain/notes.hpp"
#include "resolvers/explain/rejections.hpp"
#include "resolvers/plan_choices.hpp"
#include "resolvers/plan_steps.hpp"
#include "resolvers/solution.hpp"

namespace kenv::resolvers {
namespace {

void add_notes(plan::Plan& plan, std::vector<std::string> notes) {
  for (auto& note : notes) plan.notes.push_back(std::move(note));
}

/// Requirements of what stays that are not met, and were not before.
std::vector<std::string> violated_after(const plan::Plan& plan, const Surroundings& around) {
  std::set<python::PackageName> staying;
  std::map<python::PackageName, python::Version> afterwards;
  for (const auto& step : plan.steps) {
    if (step.action == plan::Step::Action::Keep) staying.insert(step.name);
    if (const auto version = python::Version::parse(step.to)) afterwards.emplace(step.name, *version);
  }
  return around.installed.violated(staying, afterwards);
}

}  // namespace

plan::Plan plan_of(const Solver& solver, Universe& universe, const Surroundings& around) {
  const Solution solution(solver, universe);
  plan::Plan plan;
  plan.rejections = rejections(universe, solver, true);
  add_steps(plan, solution, solver, universe, around);
  add_choices(plan, solution, universe, around);
  add_notes(plan, violated_after(plan, around));
  add_notes(plan, broken_by(plan.steps, around));
  add_notes(plan, held_back(solver, universe, around));
  add_notes(plan, notes_on(solver, universe, around));
  plan.disk_bytes = plan::unpacked_size(plan.download_bytes);
  return plan;
}

}  // namespace kenv::resolvers
