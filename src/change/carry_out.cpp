// SPDX-License-Identifier: Apache-2.0
#include "change/carry_out.hpp"

#include "change/attempt.hpp"
#include "change/preconditions.hpp"
#include "change/solve.hpp"

namespace kenv::change {
namespace {

LaunchFailed launch_failed(const Attempt& attempt) {
  const std::string hint = attempt.kept_at.empty()
                               ? "--keep-failed keeps the staged tree, --try N tries the next builds"
                               : "the staged tree is at " + attempt.kept_at;
  return {"the launch test failed, nothing was switched: " + attempt.failed_proof.reason, hint, attempt.failed_plan,
          attempt.failed_proof};
}

}  // namespace

plan::Plan make_plan(resolvers::Resolution& resolution, const Workshop& workshop) {
  workshop.reporter.phase("Resolving");
  auto progress = solve(resolution, workshop.index, workshop.reporter);
  if (auto* none = std::get_if<resolvers::NoSolution>(&progress)) throw NoPlan(no_plan_error(*none), std::move(*none));
  return std::get<plan::Plan>(std::move(progress));
}

ChangeResult carry_out(const ChangeRequest& change, const Workshop& workshop) {
  resolvers::Resolution resolution(change.request, workshop.catalog);
  Attempt attempt(change, workshop);
  for (int launched = 0;;) {
    plan::Plan plan;
    try {
      plan = make_plan(resolution, workshop);
    } catch (const NoPlan&) {
      if (launched > 0) throw launch_failed(attempt);  // that is what happened; that nothing else is left follows
      throw;
    }
    if (!plan.changes_anything() && change.existing != nullptr) return {std::move(plan), {}, 0, false, {}};
    if (change.agree && !change.agree(plan)) return {std::move(plan), {}, 0, true, {}};
    if (change.existing != nullptr)
      require_nobody_runs(change.existing->environment.root, change.while_running, workshop.reporter);
    if (auto result = attempt.run(std::move(plan), resolution)) return *std::move(result);
    if (!attempt.misstated.empty()) {
      set_right(resolution, std::move(attempt.misstated), workshop.reporter);
      continue;
    }
    launched += attempt.measured_only ? 0 : 1;
    if (!attempt.measured_only && (launched >= change.attempts || !attempt.failure)) throw launch_failed(attempt);
    workshop.reporter.warn(attempt.failure->rejection.candidate + ": " + attempt.failure->rejection.reason);
    resolution.answer(*attempt.failure);
  }
}

}  // namespace kenv::change
