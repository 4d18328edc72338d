// SPDX-License-Identifier: Apache-2.0
#include "change/bridges.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "change/advice.hpp"
#include "change/lock_files.hpp"
#include "io/files.hpp"
#include "transaction/history.hpp"

namespace kenv::change {
namespace {

std::vector<plan::LockedBridge> read_bridges(const std::string& text) {
  std::vector<plan::LockedBridge> found;
  if (auto lock = plan::read_lock(text))
    for (auto& target : lock->targets) std::ranges::move(target.bridges, std::back_inserter(found));
  return found;
}

plan::Finding finding_about(const plan::LockedBridge& bridge) {
  plan::Finding finding;
  finding.code = kNightlyBridge;
  finding.severity = "info";
  finding.subject = bridge.framework;
  finding.summary = fmt::format("{} {} is a nightly{}, taken because {}", bridge.framework, bridge.version,
                                bridge.about.built.empty() ? "" : " of " + bridge.about.built, bridge.about.reason);
  finding.remedy.kind = "nothing";
  finding.remedy.text = "no stable build serves yet, as far as the manifests of this kenv know";
  return finding;
}

/// The stable build that would take the bridge's place; null if the plan has none.
const plan::Choice* stable_choice(const resolvers::Progress& progress, const std::string& framework) {
  const auto* plan = std::get_if<plan::Plan>(&progress);
  if (plan == nullptr) return nullptr;
  for (const auto& choice : plan->choices)
    if (choice.framework == framework && choice.channel == "stable") return &choice;
  return nullptr;
}

}  // namespace

std::vector<plan::LockedBridge> recorded_bridges(const std::string& environment) {
  if (!transaction::has_state(environment)) return {};
  const auto history = transaction::read_history(environment);
  for (const auto& generation : history.generations) {
    if (generation.id != history.current) continue;
    const auto lock = generation.files.find(kLockFile);
    if (lock == generation.files.end()) return {};
    return read_bridges(io::read_text_if_present(lock->second).value_or(""));
  }
  return {};
}

std::vector<plan::LockedBridge> bridges_after(const plan::Plan& plan,
                                              const std::map<std::string, std::string>& previous_files) {
  std::vector<plan::LockedBridge> bridges;
  for (const auto& choice : plan.choices)
    if (choice.bridge) bridges.push_back({choice.framework, choice.version, *choice.bridge});
  const auto lock = previous_files.find(kLockFile);
  if (lock == previous_files.end()) return bridges;
  for (auto& earlier : read_bridges(lock->second)) {
    const bool stays = std::ranges::any_of(plan.steps, [&](const plan::Step& step) {
      return step.name.text() == earlier.framework && step.to == earlier.version;
    });
    const bool known =
        std::ranges::any_of(bridges, [&](const auto& one) { return one.framework == earlier.framework; });
    if (stays && !known) bridges.push_back(std::move(earlier));
  }
  return bridges;
}

void add_bridge_findings(std::vector<plan::Finding>& findings, const std::string& environment,
                         const snapshot::Snapshot& snapshot, const std::vector<snapshot::Gpu>& gpus,
                         const manifest::Catalog& catalog) {
  for (const auto& bridge : recorded_bridges(environment)) {
    const bool installed = std::ranges::any_of(snapshot.environment.packages, [&](const auto& package) {
      return package.name == bridge.framework && package.version == bridge.version;
    });
    if (!installed) continue;
    plan::Finding finding = finding_about(bridge), wish = finding;
    wish.severity = "error";
    wish.remedy.kind = "change-packages";
    const auto progress = plan_offline(offline_repair({wish}, snapshot, gpus, catalog), catalog);
    const auto* stable = stable_choice(progress, bridge.framework);
    if (stable == nullptr) {
      findings.push_back(std::move(finding));
      continue;
    }
    finding.severity = "warning";
    finding.summary += fmt::format("; now {} {} ({}) serves", stable->framework, stable->version, stable->index);
    finding.remedy = {
        "change-packages", {stable->framework + "==" + stable->version}, {}, {}, "go back to the stable line"};
    findings.insert(findings.begin(), std::move(finding));
  }
}

}  // namespace kenv::change
