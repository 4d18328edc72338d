// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "change/environment_facts.hpp"
#include "plan/plan.hpp"
#include "probe/launch_result.hpp"
#include "resolvers/advance.hpp"

// What a change is to do, and the ways in which it ends.
namespace kenv::change {

struct ChangeRequest {
  std::string environment;                     ///< its root, as named
  const EnvironmentFacts* existing = nullptr;  ///< none: a new environment
  venv::Interpreter interpreter;
  resolvers::Request request;
  std::vector<snapshot::Gpu> gpus;
  bool named = false;           ///< the GPUs are not in this machine
  std::string command, reason;  ///< for the history

  bool with_pip = true;  ///< of a new environment
  bool verify_record_digests = false, keep_failed = false, while_running = false;
  int attempts = 1, keep_trees = 3;
  std::string verify_with;                       ///< a command of the user's that must succeed in the staged tree
  std::function<bool(const plan::Plan&)> agree;  ///< asked once for each plan, before anything is fetched
};

struct ChangeResult {
  plan::Plan plan;
  probe::LaunchResult probe;
  int generation = 0;     ///< 0: nothing was changed
  bool declined = false;  ///< the user did not agree
  std::vector<std::string> notes;
};

/// A launch test that failed on the last candidate that was to be tried.
class LaunchFailed : public Error {
 public:
  LaunchFailed(const std::string& message, const std::string& hint, plan::Plan of, probe::LaunchResult result)
      : Error(ExitCode::LaunchFailed, "launch-failed", message, hint), plan(std::move(of)), probe(std::move(result)) {}
  plan::Plan plan;
  probe::LaunchResult probe;
};

/// No plan exists; the rejections say why.
class NoPlan : public Error {
 public:
  NoPlan(const Error& error, resolvers::NoSolution&& why) : Error(error), none(std::move(why)) {}
  resolvers::NoSolution none;
};

}  // namespace kenv::change
