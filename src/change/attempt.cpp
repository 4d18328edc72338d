// SPDX-License-Identifier: Apache-2.0
#include "change/attempt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "change/commit_plan.hpp"
#include "change/measure.hpp"
#include "change/preconditions.hpp"
#include "change/prove.hpp"
#include "change/required_space.hpp"
#include "change/stage_plan.hpp"
#include "change/user_check.hpp"
#include "io/interrupt.hpp"
#include "resolvers/installed.hpp"

namespace kenv::change {
namespace {

using Action = plan::Step::Action;
using Status = probe::LaunchResult::Status;

/// Whether a package is a framework, of its family, or a part that its own index serves.
bool touches_framework(const python::PackageName& name, const manifest::Catalog& catalog) {
  if (catalog.family_of(name.text()) != nullptr) return true;
  return std::any_of(catalog.frameworks.begin(), catalog.frameworks.end(),
                     [&](const auto& framework) { return resolvers::is_member(framework.members, name); });
}

std::vector<std::string> packages_after(const plan::Plan& plan) {
  std::vector<std::string> names;
  for (const auto& step : plan.steps)
    if (step.action != Action::Remove) names.push_back(step.name.text());
  return names;
}

/// The first package of the plan's main choice: the candidate that a failed test speaks against.
resolvers::CandidateFailed failed_candidate(const plan::Plan& plan, const std::string& reason) {
  auto of_this_plan = std::find_if(plan.choices.begin(), plan.choices.end(), [&](const plan::Choice& one) {
    return std::any_of(plan.steps.begin(), plan.steps.end(),
                       [&](const plan::Step& step) { return step.wheel && step.name.text() == one.framework; });
  });
  const auto& choice = of_this_plan == plan.choices.end() ? plan.choices.front() : *of_this_plan;
  return {python::PackageName::from_normal(choice.framework),
          choice.version,
          choice.index,
          {fmt::format("{} {} ({})", choice.framework, choice.version, choice.index), "launch", std::nullopt, reason}};
}

}  // namespace

std::optional<ChangeResult> Attempt::run(plan::Plan plan, const resolvers::Resolution& resolution) {
  if (!state_) state_.emplace(change_.environment, change_.command);
  try {
    return all_steps(std::move(plan), resolution);
  } catch (const std::exception&) {
    report_left_behind(*state_, workshop_.reporter);
    throw;
  }
}

std::optional<ChangeResult> Attempt::all_steps(plan::Plan plan, const resolvers::Resolution& resolution) {
  if (change_.existing == nullptr) transaction::require_free_place(*state_);
  require_same_packages();
  require_space_for_environment(plan, state_->folder().root, workshop_.store);
  auto wheels = fetch(plan, workshop_.store, workshop_.http, workshop_.reporter,
                      {change_.verify_record_digests, change_.request.hashes});
  misstated = misstated_wheels(plan, wheels, resolution, change_.request);
  if (!misstated.empty()) return std::nullopt;
  if (auto unfit = measure(plan, wheels, change_.request, workshop_.catalog)) {
    failure = std::move(unfit);
    measured_only = true;
    return std::nullopt;
  }
  workshop_.reporter.phase("Staging");
  require_same_packages();
  auto staging = stage_plan(change_, plan, wheels, *state_, workshop_);
  auto proof = prove({staging.root(), state_->environment(), packages_after(plan), change_.gpus, change_.named},
                     workshop_.catalog, workshop_.reporter);
  if (proof.status == Status::Failed && failed_before(plan))
    return commit_beside_fault(staging, std::move(plan), std::move(proof));
  if (proof.status != Status::Failed) check_by_user(staging, proof);
  if (proof.status == Status::Failed) return give_up(staging, std::move(plan), std::move(proof));
  return commit(staging, std::move(plan), std::move(proof));
}

std::optional<ChangeResult> Attempt::give_up(transaction::Staging& staging, plan::Plan plan,
                                             probe::LaunchResult proof) {
  if (change_.keep_failed) kept_at = staging.set_aside().string();
  if (!plan.choices.empty()) failure = failed_candidate(plan, proof.reason);
  failed_plan = std::move(plan);
  failed_proof = std::move(proof);
  measured_only = false;
  return std::nullopt;
}

/// A fault that was there before is no reason to refuse a change that does not concern it: the environment must not be
/// worse afterwards. What touches a framework or a part of one has to pass.
bool Attempt::failed_before(const plan::Plan& plan) const {
  if (change_.existing == nullptr || change_.request.purpose != resolvers::Request::Purpose::Install) return false;
  std::vector<std::string> packages;
  for (const auto& one : change_.existing->contents.installed) packages.push_back(one.name.text());
  const bool concerned = std::any_of(plan.steps.begin(), plan.steps.end(), [&](const plan::Step& step) {
    return step.action != Action::Keep && touches_framework(step.name, workshop_.catalog);
  });
  if (concerned) return false;
  const auto& live = change_.existing->environment.root;
  return prove({live, live, packages, change_.gpus, change_.named}, workshop_.catalog, workshop_.reporter).status ==
         Status::Failed;
}

std::optional<ChangeResult> Attempt::commit_beside_fault(transaction::Staging& staging, plan::Plan plan,
                                                         probe::LaunchResult proof) {
  const std::string note = "the launch test fails as it did before; this change does not concern it: " + proof.reason;
  probe::LaunchResult own;
  check_by_user(staging, own);
  if (own.status == Status::Failed) return give_up(staging, std::move(plan), std::move(own));
  auto result = commit(staging, std::move(plan), std::move(proof));
  result.notes.push_back(note);
  return result;
}

void Attempt::check_by_user(transaction::Staging& staging, probe::LaunchResult& proof) const {
  if (!change_.verify_with.empty())
    run_user_check(change_.verify_with, staging.root(), state_->environment(), proof, workshop_.reporter);
}

/// The plan was made for what was installed then. pip knows nothing of our lock and may have been at work since.
void Attempt::require_same_packages() const {
  if (change_.existing == nullptr) return;
  std::multiset<std::string> planned, found;
  for (const auto& one : change_.existing->contents.installed) planned.insert(one.folder);
  for (const auto& folder : change_.existing->environment.site_packages)
    for (const auto& one : venv::read_installed(folder)) found.insert(one.folder);
  if (planned != found)
    throw Error(ExitCode::Locked, "changed-meanwhile",
                "packages of this environment were changed by another program since the plan was made",
                "run the same command again");
}

ChangeResult Attempt::commit(transaction::Staging& staging, plan::Plan plan, probe::LaunchResult proof) {
  if (change_.existing != nullptr)
    require_nobody_runs(change_.existing->environment.root, change_.while_running, workshop_.reporter);
  io::throw_if_interrupted();
  return commit_plan(change_, staging, std::move(plan), std::move(proof), *state_, workshop_);
}

}  // namespace kenv::change
