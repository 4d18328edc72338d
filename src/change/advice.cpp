// SPDX-License-Identifier: Apache-2.0
#include "change/advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "change/requests.hpp"

namespace kenv::change {
namespace {

bool asks_for_packages(const plan::Finding& finding) {
  return finding.remedy.kind == "change-packages" && finding.severity == "error";
}

std::vector<std::string> changed_packages(const plan::Plan& plan) {
  std::vector<std::string> packages;
  for (const auto& step : plan.steps)
    if ((step.action == plan::Step::Action::Add || step.action == plan::Step::Action::Replace) && !step.to.empty())
      packages.push_back(step.name.text() + "==" + step.to);
  return packages;
}

/// What moves along although nothing is wrong with it, and why.
std::string moved_along(const plan::Plan& plan, const manifest::Catalog& catalog) {
  std::string text;
  for (const auto& step : plan.steps)
    if (step.action == plan::Step::Action::Replace && !step.reason.empty() &&
        catalog.family_of(step.name.text()) == nullptr)
      text += fmt::format(
          "; {} {} moves along{}: {}", step.name.text(), step.from,
          step.to.empty() ? ", to a version that an index has to name, or goes with --allow-remove" : " to " + step.to,
          step.reason);
  return text;
}

/// What is left where no build serves as things are: of a driver that is too old it is known what would, unless it is
/// the host's, which nobody changes from inside a container.
void say_that_none_exists(plan::Finding& finding, const std::string& explanation, const snapshot::Machine& machine) {
  const bool driver = finding.code == "driver-too-old" && machine.container.empty();
  finding.remedy.kind = driver ? "change-driver" : "none-exists";
  finding.remedy.text = driver ? finding.summary + ". No other build goes with it: " + explanation : explanation;
}

}  // namespace

resolvers::Request offline_repair(const std::vector<plan::Finding>& findings, const snapshot::Snapshot& snapshot,
                                  const std::vector<snapshot::Gpu>& gpus, const manifest::Catalog& catalog) {
  auto request = request_from_snapshot(snapshot, gpus);
  request.purpose = resolvers::Request::Purpose::Fix;
  for (const auto& framework : catalog.frameworks)
    request.framework_indexes.insert(framework.indexes.begin(), framework.indexes.end());
  add_installed(request, snapshot.environment);
  // Rows of a manifest state no dependencies: what is a framework, its companion or its extension stays because it is
  // one.
  for (auto& package : request.installed)
    package.requested = package.requested || catalog.family_of(package.name.text()) != nullptr ||
                        catalog.extension(package.name.text()) != nullptr;
  request.must_change = packages_to_change(findings);
  return request;
}

resolvers::Progress plan_offline(resolvers::Request request, const manifest::Catalog& catalog) {
  return resolvers::Resolution(std::move(request), catalog).advance();
}

void complete_remedies(std::vector<plan::Finding>& findings, const snapshot::Snapshot& snapshot,
                       const std::vector<snapshot::Gpu>& gpus, const manifest::Catalog& catalog,
                       const std::string& fix_command) {
  if (std::none_of(findings.begin(), findings.end(), asks_for_packages)) return;
  const auto progress = plan_offline(offline_repair(findings, snapshot, gpus, catalog), catalog);
  for (auto& finding : findings) {
    if (!asks_for_packages(finding)) continue;
    if (const auto* plan = std::get_if<plan::Plan>(&progress)) {
      finding.remedy.packages = changed_packages(*plan);
      finding.remedy.commands = {fix_command};
      finding.remedy.text += moved_along(*plan, catalog);
      finding.remedy.text +=
          "; the versions are those of kenv's manifests, `kenv fix` asks the indexes and may find others";
    } else if (const auto* none = std::get_if<resolvers::NoSolution>(&progress)) {
      say_that_none_exists(finding, none->explanation, snapshot.machine);
      for (const auto& rejection : none->rejections)
        finding.evidence.push_back({rejection.candidate + ": " + rejection.reason, "manifest"});
    }
  }
}

}  // namespace kenv::change
