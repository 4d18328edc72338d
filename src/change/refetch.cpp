// SPDX-License-Identifier: Apache-2.0
#include "change/refetch.hpp"

#include <fmt/format.h>

#include "change/fetch.hpp"
#include "change/lock_files.hpp"
#include "io/files.hpp"
#include "transaction/history.hpp"
#include "transaction/restore.hpp"

namespace kenv::change {
namespace {

/// Every wheel that a lock of this environment names and `wanted` asks for, as steps that fetch() understands.
plan::Plan lost_wheels(const transaction::OpenState& state, const std::set<Sha256Digest>& wanted,
                       report::Reporter& reporter) {
  plan::Plan plan;
  std::set<Sha256Digest> found;
  for (const auto& generation : transaction::read_history(state.environment()).generations) {
    const auto lock = generation.files.find(kLockFile);
    if (lock == generation.files.end()) continue;
    const auto read = plan::read_lock(io::read_text_if_present(lock->second).value_or(""), lock->second.string());
    if (!read) {
      reporter.warn(read.error().text());
      continue;
    }
    for (const auto& target : read->targets)
      for (const auto& package : target.packages) {
        const auto& wheel = package.wheel;
        if (!wheel || !wheel->digests.sha256 || !wanted.contains(*wheel->digests.sha256) ||
            !found.insert(*wheel->digests.sha256).second)
          continue;
        plan::Step step{.action = plan::Step::Action::Add, .name = package.name, .to = package.version};
        step.wheel = plan::Wheel{{.filename = wheel->filename, .url = wheel->url, .sha256 = wheel->digests.sha256},
                                 wheel->index};
        plan.steps.push_back(std::move(step));
      }
  }
  return plan;
}

}  // namespace

transaction::RollbackResult rollback_with_refetch(transaction::OpenState& state,
                                                  const transaction::RollbackOptions& options,
                                                  const Workshop& workshop) {
  try {
    return transaction::rollback(state, workshop.store, options);
  } catch (const transaction::MissingObjects& lost) {
    if (!lost.missing().files.empty()) throw;
    auto plan = lost_wheels(state, lost.missing().wheels, workshop.reporter);
    if (plan.steps.size() < lost.missing().wheels.size()) throw;
    workshop.reporter.note(
        fmt::format("{} wheels are no longer in the store and are fetched again by their digests", plan.steps.size()));
    // Some are there and were written into through a link: they have to make room for what was verified.
    for (const auto& digest : lost.missing().wheels) workshop.store.drop(digest);
    fetch(plan, workshop.store, workshop.http, workshop.reporter, {});
  }
  return transaction::rollback(state, workshop.store, options);
}

}  // namespace kenv::change
