// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "change/change_request.hpp"
#include "change/fetch.hpp"
#include "change/own_metadata.hpp"
#include "change/workshop.hpp"
#include "transaction/open_state.hpp"
#include "transaction/staging.hpp"

namespace kenv::change {

/// One candidate after the other, each from its plan to its commit, in one environment whose state stays open
/// meanwhile.
class Attempt {
 public:
  Attempt(const ChangeRequest& change, const Workshop& workshop) : change_(change), workshop_(workshop) {}

  /// Fetch, measure, stage, prove, commit. Empty if the candidate failed a test; then `failure` says how, or
  /// `misstated`.
  std::optional<ChangeResult> run(plan::Plan plan, const resolvers::Resolution& resolution);

  std::optional<resolvers::CandidateFailed> failure;
  bool measured_only = false;             ///< it failed before anything was launched
  std::vector<MisstatedWheel> misstated;  ///< of the last run: the plan rested on something else
  plan::Plan failed_plan;
  probe::LaunchResult failed_proof;
  std::string kept_at;  ///< where the failed tree is, if it was to be kept

 private:
  std::optional<ChangeResult> all_steps(plan::Plan plan, const resolvers::Resolution& resolution);
  std::optional<ChangeResult> give_up(transaction::Staging& staging, plan::Plan plan, probe::LaunchResult proof);
  bool failed_before(const plan::Plan& plan) const;
  std::optional<ChangeResult> commit_beside_fault(transaction::Staging& staging, plan::Plan plan,
                                                  probe::LaunchResult proof);
  ChangeResult commit(transaction::Staging& staging, plan::Plan plan, probe::LaunchResult proof);
  void check_by_user(transaction::Staging& staging, probe::LaunchResult& proof) const;
  void require_same_packages() const;

  const ChangeRequest& change_;
  const Workshop& workshop_;
  std::optional<transaction::OpenState> state_;  ///< opened when there is something to stage, and held until the end
};

}  // namespace kenv::change
