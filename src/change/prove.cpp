// SPDX-License-Identifier: Apache-2.0
#include "change/prove.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "io/files.hpp"
#include "io/surroundings.hpp"
#include "probe/launch_test.hpp"

namespace kenv::change {
namespace {

using Status = probe::LaunchResult::Status;
using Json = nlohmann::ordered_json;

/// The probes of the frameworks that are there; one script may serve a family (torchvision's check is torch's).
std::vector<std::string> probes_for(const std::vector<std::string>& packages, const manifest::Catalog& catalog) {
  std::vector<std::string> names;
  for (const auto& framework : catalog.frameworks) {
    if (framework.probe.empty() || framework.probe != framework.name || !probe::has_framework_probe(framework.probe))
      continue;
    if (std::find(packages.begin(), packages.end(), framework.name) != packages.end()) names.push_back(framework.probe);
  }
  return names;
}

std::vector<probe::ProbeGpu> probe_gpus(const ProofRequest& request) {
  std::vector<probe::ProbeGpu> gpus;
  for (const auto& gpu : request.gpus) gpus.push_back({gpu.index.value_or(0), gpu.name, gpu.uuid, gpu.capability});
  return gpus;
}

void merge(probe::LaunchResult& into, probe::LaunchResult&& one) {
  into.at_final_path = into.at_final_path || one.at_final_path;
  into.checks.insert(into.checks.end(), std::make_move_iterator(one.checks.begin()),
                     std::make_move_iterator(one.checks.end()));
  for (auto& gpu : one.gpus) {
    auto same =
        std::find_if(into.gpus.begin(), into.gpus.end(), [&](const auto& other) { return other.index == gpu.index; });
    if (same == into.gpus.end())
      into.gpus.push_back(std::move(gpu));
    else
      same->checks.insert(same->checks.end(), std::make_move_iterator(gpu.checks.begin()),
                          std::make_move_iterator(gpu.checks.end()));
  }
}

std::string why_not_run(const ProofRequest& request, bool any_probe) {
  if (!any_probe) return "no framework with a launch test is installed";
  if (request.named) return "the GPU was named and is not in this machine";
  return "there is no GPU in this machine";
}

Json checks_json(const std::vector<probe::Check>& checks) {
  Json out = Json::array();
  for (const auto& check : checks) {
    Json one = {{"framework", check.framework}, {"check", check.check}, {"status", probe::to_text(check.status)}};
    one["error"] = check.error.empty() ? Json(nullptr) : Json(check.error);
    one["symbol"] = check.symbol.empty() ? Json(nullptr) : Json(check.symbol);
    one["max_error"] = check.max_error ? Json(*check.max_error) : Json(nullptr);
    one["ms"] = check.milliseconds;
    out.push_back(std::move(one));
  }
  return out;
}

}  // namespace

probe::LaunchResult prove(const ProofRequest& request, const manifest::Catalog& catalog, report::Reporter& reporter) {
  const io::TemporaryDirectory scratch("kenv-probe-");
  const bool launch = !request.named && !request.gpus.empty();
  const auto names = probes_for(request.packages, catalog);
  probe::LaunchResult result;
  for (const auto& name : names) {
    if (!launch && !request.try_on_cpu) continue;
    reporter.phase((launch ? "Launching kernels of " : "Trying on the CPU: ") + name);
    merge(result, probe::run_framework_probe({.environment = request.root,
                                              .final_root = request.final_root,
                                              .framework = name,
                                              .gpus = launch ? probe_gpus(request) : std::vector<probe::ProbeGpu>{},
                                              .cpu_only = !launch,
                                              .scratch = scratch.path()}));
  }
  probe::judge(result);
  if (!launch || names.empty()) {
    result.gpus.clear();
    if (result.status != Status::Failed) {
      result.status = Status::NotRun;
      result.reason = why_not_run(request, !names.empty());
    }
  }
  return result;
}

Json to_json(const probe::LaunchResult& result) {
  Json out = {
      {"status", probe::to_text(result.status)}, {"reason", result.reason}, {"at_final_path", result.at_final_path}};
  out["checks"] = checks_json(result.checks);
  out["gpus"] = Json::array();
  for (const auto& gpu : result.gpus)
    out["gpus"].push_back({{"index", gpu.index},
                           {"name", gpu.name},
                           {"compute_capability", gpu.capability},
                           {"checks", checks_json(gpu.checks)}});
  return out;
}

}  // namespace kenv::change
