// SPDX-License-Identifier: Apache-2.0
#include "change/carry_out.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "base/text.hpp"
#include "change/lock_files.hpp"
#include "change/measure.hpp"
#include "change/owned_files.hpp"
#include "change/pip_wheel.hpp"
#include "change/solve.hpp"
#include "change/stage.hpp"
#include "change/user_check.hpp"
#include "io/interrupt.hpp"
#include "resolvers/installed.hpp"
#include "transaction/commit.hpp"
#include "transaction/history.hpp"
#include "transaction/retention.hpp"
#include "transaction/running.hpp"
#include "venv/skeleton.hpp"

namespace kenv::change {
namespace {

using Action = plan::Step::Action;
using Status = probe::LaunchResult::Status;

/// Whether a package is a framework, of its family, or a part that its own index serves.
bool touches_framework(const python::PackageName& name, const manifest::Catalog& catalog) {
  if (catalog.family_of(name.text()) != nullptr) return true;
  return std::any_of(catalog.frameworks.begin(), catalog.frameworks.end(), [&](const auto& framework) { return resolvers::is_member(framework.members, name); });
}

void require_nobody_runs(const ChangeRequest& change, const Workshop& workshop) {
  if (change.existing != nullptr) kenv::change::require_nobody_runs(change.existing->environment.root, change.while_running, workshop.reporter);
}

transaction::Staging stage(const ChangeRequest& change, const plan::Plan& plan, const FetchedWheels& wheels, transaction::OpenState& state, const Workshop& workshop) {
  const auto layout = venv::layout_of(change.interpreter, state.environment());
  if (change.existing != nullptr) {
    auto staging = transaction::Staging::clone_live(state, owned_files(change.existing->environment, change.existing->contents));
    stage_change(staging, plan, wheels, change.existing->environment, change.existing->contents, layout, workshop.store);
    return staging;
  }
  StageExtras extras;
  extras.skeleton = venv::environment_skeleton(change.interpreter, state.environment());
  if (change.with_pip)
    if (auto pip = pip_wheel(change.interpreter, plan, workshop.store, workshop.reporter)) extras.tools.push_back(std::move(pip));
  auto staging = transaction::Staging::empty(state);
  stage_new(staging, plan, wheels, extras, layout, workshop.store);
  return staging;
}

std::vector<std::string> packages_after(const plan::Plan& plan) {
  std::vector<std::string> names;
  for (const auto& step : plan.steps)
    if (step.action != Action::Remove) names.push_back(step.name.text());
  return names;
}

std::vector<transaction::PackageChange> changes_of(const plan::Plan& plan) {
  std::vector<transaction::PackageChange> changes;
  for (const auto& step : plan.steps)
    if (step.action != Action::Keep) changes.push_back({step.name.text(), step.from, step.to});
  return changes;
}

std::map<std::string, std::string> files_of_current(const transaction::OpenState& state) {
  std::map<std::string, std::string> texts;
  if (state.current() == 0) return texts;
  for (const auto& [name, path] : transaction::read_generation(state.folder(), state.current()).files)
    if (auto text = io::read_text_if_present(path)) texts[name] = *std::move(text);
  return texts;
}

/// The first package of the plan's main choice: the candidate that a failed test speaks against.
resolvers::CandidateFailed failed_candidate(const plan::Plan& plan, const std::string& reason) {
  auto of_this_plan = std::find_if(plan.choices.begin(), plan.choices.end(), [&](const plan::Choice& one) {
    return std::any_of(plan.steps.begin(), plan.steps.end(), [&](const plan::Step& step) { return step.wheel && step.name.text() == one.framework; });
  });
  const auto& choice = of_this_plan == plan.choices.end() ? plan.choices.front() : *of_this_plan;
  return {python::PackageName::from_normal(choice.framework), choice.version, choice.index,
          {fmt::format("{} {} ({})", choice.framework, choice.version, choice.index), "launch", std::nullopt, reason}};
}

/// One candidate, from its plan to its commit. Empty if it failed a test; then `failure` says how.
class Attempt {
 public:
  Attempt(const ChangeRequest& change, const Workshop& workshop) : change_(change), workshop_(workshop) {}

  std::optional<ChangeResult> run(plan::Plan plan) {
    if (!state_) state_.emplace(change_.environment, change_.command);
    require_same_packages();
    auto wheels = fetch(plan, workshop_.store, workshop_.http, workshop_.reporter, {change_.verify_record_digests, change_.request.hashes});
    if (auto unfit = measure(plan, wheels, change_.request, workshop_.catalog)) {
      failure = std::move(unfit);
      measured_only = true;
      return std::nullopt;
    }
    workshop_.reporter.phase("Staging");
    require_same_packages();
    auto staging = staged(plan, wheels);
    auto proof = prove({staging.root(), state_->environment(), packages_after(plan), change_.gpus, change_.named}, workshop_.catalog, workshop_.reporter);
    if (proof.status == Status::Failed && failed_before(plan)) return commit_beside_fault(staging, std::move(plan), std::move(proof));
    if (proof.status != Status::Failed) check_by_user(staging, proof);
    if (proof.status == Status::Failed) return give_up(staging, std::move(plan), std::move(proof));
    return commit(staging, std::move(plan), std::move(proof));
  }

  std::optional<resolvers::CandidateFailed> failure;
  bool measured_only = false;
  plan::Plan failed_plan;
  probe::LaunchResult failed_proof;
  std::string kept_at;

 private:
  std::optional<ChangeResult> give_up(transaction::Staging& staging, plan::Plan plan, probe::LaunchResult proof) {
    if (change_.keep_failed) kept_at = staging.set_aside().string();
    if (!plan.choices.empty()) failure = failed_candidate(plan, proof.reason);
    failed_plan = std::move(plan);
    failed_proof = std::move(proof);
    measured_only = false;
    return std::nullopt;
  }

  /// A fault that was there before is no reason to refuse a change that does not concern it: the environment must not be
  /// worse afterwards. What touches a framework or a part of one has to pass.
  bool failed_before(const plan::Plan& plan) const {
    if (change_.existing == nullptr || change_.request.purpose != resolvers::Request::Purpose::Install) return false;
    std::vector<std::string> packages;
    for (const auto& one : change_.existing->contents.installed) packages.push_back(one.name.text());
    const bool concerned = std::any_of(plan.steps.begin(), plan.steps.end(), [&](const plan::Step& step) { return step.action != Action::Keep && touches_framework(step.name, workshop_.catalog); });
    if (concerned) return false;
    const auto& live = change_.existing->environment.root;
    return prove({live, live, packages, change_.gpus, change_.named}, workshop_.catalog, workshop_.reporter).status == Status::Failed;
  }

  std::optional<ChangeResult> commit_beside_fault(transaction::Staging& staging, plan::Plan plan, probe::LaunchResult proof) {
    const std::string note = "the launch test fails as it did before; this change does not concern it: " + proof.reason;
    probe::LaunchResult own;
    check_by_user(staging, own);
    if (own.status == Status::Failed) return give_up(staging, std::move(plan), std::move(own));
    auto result = commit(staging, std::move(plan), std::move(proof));
    result.notes.push_back(note);
    return result;
  }

  void check_by_user(transaction::Staging& staging, probe::LaunchResult& proof) const {
    if (!change_.verify_with.empty()) run_user_check(change_.verify_with, staging.root(), state_->environment(), proof, workshop_.reporter);
  }

  /// The plan was made for what was installed then. pip knows nothing of our lock and may have been at work since.
  void require_same_packages() const {
    if (change_.existing == nullptr) return;
    std::multiset<std::string> planned, found;
    for (const auto& one : change_.existing->contents.installed) planned.insert(one.folder);
    for (const auto& folder : change_.existing->environment.site_packages)
      for (const auto& one : venv::read_installed(folder)) found.insert(one.folder);
    if (planned != found)
      throw Error(ExitCode::Locked, "changed-meanwhile", "packages of this environment were changed by another program since the plan was made", "run the same command again");
  }

  /// A wheel of the store that somebody wrote into, through a file linked from it, is fetched anew, once.
  transaction::Staging staged(plan::Plan& plan, FetchedWheels& wheels) {
    for (std::set<Sha256Digest> renewed;;) {
      try {
        return stage(change_, plan, wheels, *state_, workshop_);
      } catch (const store::StoreObjectChanged& changed) {
        if (!renewed.insert(changed.digest()).second) throw;
        workshop_.reporter.note(changed.member() + " in the store is not what was verified; its wheel is fetched again");
        workshop_.store.drop(changed.digest());
        wheels = fetch(plan, workshop_.store, workshop_.http, workshop_.reporter, {change_.verify_record_digests, change_.request.hashes});
      }
    }
  }

  ChangeResult commit(transaction::Staging& staging, plan::Plan plan, probe::LaunchResult proof) {
    require_nobody_runs(change_, workshop_);
    io::throw_if_interrupted();
    transaction::NewGeneration about{change_.command, change_.reason, changes_of(plan), to_json(proof).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace), {}};
    about.files = lock_files({plan, change_.request, proof, files_of_current(*state_)});
    const auto committed = transaction::commit(staging, about);
    ChangeResult result{std::move(plan), std::move(proof), committed.generation, false, committed.notes};
    for (const auto& late : committed.written_late) result.notes.push_back("changed by another program during the switch, kept with the old state: " + late.path);
    finish_up(committed, result);
    return result;
  }

  /// After the switch: what fails now must not look as if the environment were unchanged.
  void finish_up(const transaction::Committed& committed, ChangeResult& result) {
    try {
      transaction::prune_trees(*state_, workshop_.store, change_.keep_trees);
      if (committed.durable) mark_durable(result.plan);
    } catch (const std::exception& error) {
      result.notes.push_back(std::string("done, but: ") + error.what());
    }
  }

  /// The sync of the commit reached the store too where both are on one file system.
  void mark_durable(const plan::Plan& plan) {
    const auto here = io::target_status(state_->environment()), there = io::target_status(workshop_.store.root());
    if (!here || !there || here->device != there->device) return;
    std::vector<Sha256Digest> digests;
    for (const auto& step : plan.steps)
      if (step.wheel && step.wheel->file.sha256) digests.push_back(*step.wheel->file.sha256);
    workshop_.store.mark_durable(digests);
  }

  const ChangeRequest& change_;
  const Workshop& workshop_;
  std::optional<transaction::OpenState> state_;  ///< opened when there is something to stage, and held until the end
};

LaunchFailed launch_failed(const Attempt& attempt) {
  const std::string hint = attempt.kept_at.empty() ? "--keep-failed keeps the staged tree, --try N tries the next builds" : "the staged tree is at " + attempt.kept_at;
  return {"the launch test failed, nothing was switched: " + attempt.failed_proof.reason, hint, attempt.failed_plan, attempt.failed_proof};
}

}  // namespace

void report_recovery(const transaction::Recovery& recovery, report::Reporter& reporter) {
  using Outcome = transaction::Recovery::Outcome;
  if (recovery.outcome == Outcome::OldState) reporter.note("an unfinished change was undone; the environment is as it was before it");
  if (recovery.outcome == Outcome::NewState) reporter.detail(fmt::format("an unfinished change was completed; the environment is generation {}", recovery.generation));
  if (!recovery.damaged.empty())
    reporter.warn(fmt::format("{} files were lost when the machine stopped, the first is {}; `kenv rollback` restores them", recovery.damaged.size(), recovery.damaged.front().path));
  for (const auto& path : recovery.set_aside) reporter.warn("found and not understood, set aside: " + path.string());
}

void require_nobody_runs(const std::filesystem::path& environment, bool while_running, report::Reporter& reporter) {
  const auto programs = transaction::running_from(environment);
  if (programs.empty()) return;
  std::string names;
  for (const auto& program : programs) names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", program.name, program.pid);
  if (!while_running) throw Error(ExitCode::Locked, "environment-in-use", "programs run from this environment: " + names, "end them, or add --while-running");
  reporter.warn("programs run from this environment and may mix old and new files: " + names);
}

void require_own_folder(const std::filesystem::path& environment) {
  for (const char* sign : {".git", "pyproject.toml", "setup.py", ".hg"})
    if (io::exists(environment / sign))
      throw Error(ExitCode::Usage, "project-folder", fmt::format("{} is a project's own folder (it holds {}): exchanging it would move the project with it", environment.string(), sign),
                  "make an environment of its own: kenv create .venv REQUIREMENT...");
}

void recover(const std::string& environment, report::Reporter& reporter) {
  if (!transaction::has_state(environment)) return;
  const transaction::OpenState state(environment, "recovery");
  report_recovery(state.recovered(), reporter);
}

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
    require_nobody_runs(change, workshop);
    if (auto result = attempt.run(std::move(plan))) return *std::move(result);
    launched += attempt.measured_only ? 0 : 1;
    if (!attempt.measured_only && (launched >= change.attempts || !attempt.failure)) throw launch_failed(attempt);
    workshop.reporter.warn(attempt.failure->rejection.candidate + ": " + attempt.failure->rejection.reason);
    resolution.answer(*attempt.failure);
  }
}

}  // namespace kenv::change
