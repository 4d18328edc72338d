// SPDX-License-Identifier: Apache-2.0
#include "resolvers/plan_of.hpp"

#include <utility>
#include <vector>

#include "plan/unpacked_size.hpp"
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

}  // namespace

plan::Plan plan_of(const Solver& solver, Universe& universe, const Surroundings& around) {
  const Solution solution(solver, universe);
  plan::Plan plan;
  plan.rejections = rejections(universe, solver, true);
  add_steps(plan, solution, solver, universe, around);
  add_choices(plan, solution, universe, around);
  add_notes(plan, around.installed.violated());
  add_notes(plan, notes_on(solver, universe, around));
  plan.disk_bytes = plan::unpacked_size(plan.download_bytes);
  return plan;
}

}  // namespace kenv::resolvers
