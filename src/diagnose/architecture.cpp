// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "diagnose/rules.hpp"

namespace kenv::diagnose {
namespace {

std::string list_targets(const std::vector<gpu::CodeTarget>& targets) {
  std::string out;
  for (const auto& target : targets) out += (out.empty() ? "" : " ") + target.text();
  return out;
}

/// A GPU that is older than everything in the build was dropped from it; any other gap means that the build is too old.
bool older_than_all(const gpu::ComputeCapability& gpu, const std::vector<gpu::CodeTarget>& targets) {
  return std::all_of(targets.begin(), targets.end(), [&](const auto& target) { return gpu < target.capability; });
}

std::string code_for(const InstalledFramework& installed, bool dropped) {
  if (installed.framework->name != "torch") return "framework-arch-missing";
  return dropped ? "torch-arch-dropped-old-gpu" : "torch-arch-too-new-gpu";
}

}  // namespace

std::string describe(const snapshot::Gpu& gpu) {
  const std::string capability = gpu.capability ? gpu.capability->text() : "unknown capability";
  if (gpu.name.empty() || gpu.name == capability) return fmt::format("GPU {} ({})", index_of(gpu), capability);
  return fmt::format("GPU {} ({}, {})", index_of(gpu), gpu.name, capability);
}

int index_of(const snapshot::Gpu& gpu) { return gpu.index.value_or(0); }

std::vector<const snapshot::Gpu*> gpus_of(const snapshot::Machine& machine) {
  std::vector<const snapshot::Gpu*> gpus;
  for (const auto& gpu : machine.gpus)
    if (gpu.capability && (gpu.vendor.empty() || gpu.vendor == "nvidia")) gpus.push_back(&gpu);
  return gpus;
}

std::optional<plan::Finding> find_missing_architecture(const InstalledFramework& installed, const Scene& scene) {
  const auto& machine = scene.snapshot.machine;
  const auto targets = installed.targets();
  plan::Finding finding;
  bool dropped = false;
  std::string served;
  for (const auto* gpu : gpus_of(machine)) {
    const auto verdict = coverage_for(installed, *gpu, machine);
    if (!verdict.known || verdict.ptx_too_new) continue;
    if (verdict.coverage != gpu::Coverage::None) {
      served += (served.empty() ? "" : ", ") + describe(*gpu);
      continue;
    }
    dropped = finding.gpus.empty() ? older_than_all(*gpu->capability, targets) : dropped;
    finding.gpus.push_back(index_of(*gpu));
    finding.evidence.push_back(
        {fmt::format("{} has {} and nothing that runs on {}",
                     installed.package->name + " " + installed.package->version, list_targets(targets), describe(*gpu)),
         installed.targets_from()});
  }
  if (finding.gpus.empty()) return std::nullopt;
  finding.code = code_for(installed, dropped);
  finding.subject = installed.package->name;
  finding.summary = fmt::format("{} {} carries no code for {}", installed.package->name, installed.package->version,
                                describe(*gpus_of(machine).at(0)));
  if (finding.gpus.size() == 1)
    for (const auto* gpu : gpus_of(machine))
      if (index_of(*gpu) == finding.gpus[0])
        finding.summary = fmt::format("{} {} carries no code for {}", installed.package->name,
                                      installed.package->version, describe(*gpu));
  if (!served.empty()) finding.evidence.push_back({"the same build serves " + served, installed.targets_from()});
  finding.remedy.kind = "change-packages";
  finding.remedy.text = "install a build that carries code for every GPU";
  return finding;
}

}  // namespace kenv::diagnose
