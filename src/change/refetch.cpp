// SPDX-License-Identifier: Apache-2.0
#include "change/refetch.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "change/fetch.hpp"
#include "io/files.hpp"
#include "transaction/history.hpp"
#include "transaction/restore.hpp"

namespace kenv::change {
namespace {

/// Every wheel that a lock of this environment names and `wanted` asks for, as steps that fetch() understands.
plan::Plan lost_wheels(const transaction::OpenState& state, const std::set<Sha256Digest>& wanted) {
  plan::Plan plan;
  std::set<Sha256Digest> found;
  for (const auto& generation : transaction::read_history(state.environment()).generations) {
    const auto lock = generation.files.find("kenv.lock");
    if (lock == generation.files.end()) continue;
    const auto document = nlohmann::json::parse(io::read_text_if_present(lock->second).value_or(""), nullptr, false);
    if (document.is_discarded() || !document.contains("packages")) continue;
    for (const auto& package : document.at("packages")) try {
      if (!package.contains("wheel") || !package.at("wheel").is_object()) continue;
      const auto& wheel = package.at("wheel");
      const auto digest = Sha256Digest::from_hex(wheel.value("sha256", ""));
      if (!digest || !wanted.contains(*digest) || !found.insert(*digest).second) continue;
      plan::Step step{.action = plan::Step::Action::Add, .name = python::PackageName::from_normal(package.value("name", "")), .to = package.value("version", "")};
      step.wheel = plan::Wheel{{.filename = wheel.value("filename", ""), .url = wheel.value("url", ""), .sha256 = *digest}, wheel.value("index", "")};
      plan.steps.push_back(std::move(step));
    } catch (const nlohmann::json::exception&) {
      continue;  // a row of the wrong form says nothing
    }
  }
  return plan;
}

}  // namespace

transaction::RollbackResult rollback_with_refetch(transaction::OpenState& state, const transaction::RollbackOptions& options, const Workshop& workshop) {
  try {
    return transaction::rollback(state, workshop.store, options);
  } catch (const transaction::MissingObjects& lost) {
    if (!lost.missing().files.empty()) throw;
    auto plan = lost_wheels(state, lost.missing().wheels);
    if (plan.steps.size() < lost.missing().wheels.size()) throw;
    workshop.reporter.note(fmt::format("{} wheels are no longer in the store and are fetched again by their digests", plan.steps.size()));
    // Some are there and were written into through a link: they have to make room for what was verified.
    for (const auto& digest : lost.missing().wheels) workshop.store.drop(digest);
    fetch(plan, workshop.store, workshop.http, workshop.reporter, {});
  }
  return transaction::rollback(state, workshop.store, options);
}

}  // namespace kenv::change
