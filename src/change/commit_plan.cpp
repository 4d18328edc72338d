// SPDX-License-Identifier: Apache-2.0
#include "change/commit_plan.hpp"

#include <nlohmann/json.hpp>

#include "change/lock_files.hpp"
#include "change/prove.hpp"
#include "io/files.hpp"
#include "transaction/commit.hpp"
#include "transaction/history.hpp"
#include "transaction/retention.hpp"

namespace kenv::change {
namespace {

using Action = plan::Step::Action;

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

/// The sync of the commit reached the store too where both are on one file system.
void mark_durable(const plan::Plan& plan, const std::string& environment, store::Store& store) {
  const auto here = io::target_status(environment), there = io::target_status(store.root());
  if (!here || !there || here->device != there->device) return;
  std::vector<Sha256Digest> digests;
  for (const auto& step : plan.steps)
    if (step.wheel && step.wheel->file.sha256) digests.push_back(*step.wheel->file.sha256);
  store.mark_durable(digests);
}

/// After the switch: what fails now must not look as if the environment were unchanged.
void finish_up(const transaction::Committed& committed, const ChangeRequest& change, transaction::OpenState& state,
               store::Store& store, ChangeResult& result) {
  try {
    transaction::prune_trees(state, store, change.keep_trees);
    if (committed.durable) mark_durable(result.plan, state.environment(), store);
  } catch (const std::exception& error) {
    result.notes.push_back(std::string("done, but: ") + error.what());
  }
}

}  // namespace

ChangeResult commit_plan(const ChangeRequest& change, transaction::Staging& staging, plan::Plan plan,
                         probe::LaunchResult proof, transaction::OpenState& state, const Workshop& workshop) {
  transaction::NewGeneration about{
      change.command,
      change.reason,
      changes_of(plan),
      to_json(proof).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace),
      {}};
  about.files = lock_files({plan, change.request, proof, files_of_current(state)});
  const auto committed = transaction::commit(staging, about);
  ChangeResult result{std::move(plan), std::move(proof), committed.generation, false, committed.notes};
  for (const auto& late : committed.written_late)
    result.notes.push_back("changed by another program during the switch, kept with the old state: " + late.path);
  finish_up(committed, change, state, workshop.store, result);
  return result;
}

}  // namespace kenv::change
