// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <optional>
#include <string>

#include "change/environment_facts.hpp"
#include "change/fetch.hpp"
#include "change/prove.hpp"
#include "index/index_client.hpp"
#include "plan/plan.hpp"
#include "resolvers/advance.hpp"
#include "transaction/recovery.hpp"

// Carries a change out: need → fetch → verify → stage → measure → prove → commit → lock. The one driver of the core.
namespace kenv::change {

/// The doors and places that a change works with.
struct Workshop {
  const manifest::Catalog& catalog;
  store::Store& store;
  http::Client& http;
  index::IndexClient& index;
  report::Reporter& reporter;
};

struct ChangeRequest {
  std::string environment;                 ///< its root, as named
  const EnvironmentFacts* existing = nullptr;  ///< none: a new environment
  venv::Interpreter interpreter;
  resolvers::Request request;
  std::vector<snapshot::Gpu> gpus;
  bool named = false;                      ///< the GPUs are not in this machine
  std::string command, reason;             ///< for the history

  bool with_pip = true;                    ///< of a new environment
  bool verify_record_digests = false, keep_failed = false, while_running = false;
  int attempts = 1, keep_trees = 3;
  std::string verify_with;                 ///< a command of the user's that must succeed in the staged tree
  std::function<bool(const plan::Plan&)> agree;  ///< asked once for each plan, before anything is fetched
};

struct ChangeResult {
  plan::Plan plan;
  probe::LaunchResult probe;
  int generation = 0;                      ///< 0: nothing was changed
  bool declined = false;                   ///< the user did not agree
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

/// Ends what a kenv that was killed left unfinished. Before an environment is read in order to change it.
void recover(const std::string& environment, report::Reporter& reporter);
/// Programs that run from an environment keep old files and load new ones late. Throws Error(Locked, "environment-in-use")
/// that names them, or only warns if the user said that this is meant.
void require_nobody_runs(const std::filesystem::path& environment, bool while_running, report::Reporter& reporter);
/// An environment is exchanged as a whole, so one whose root is a project's own folder is refused (Error(Usage)).
void require_own_folder(const std::filesystem::path& environment);
void report_recovery(const transaction::Recovery& recovery, report::Reporter& reporter);

/// The first plan, or NoPlan. What `--dry-run` shows.
plan::Plan make_plan(resolvers::Resolution& resolution, const Workshop& workshop);

/// All of it. Until the commit at the end the environment is not touched; after an exception it is what it was.
ChangeResult carry_out(const ChangeRequest& change, const Workshop& workshop);

}  // namespace kenv::change
