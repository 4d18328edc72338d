// SPDX-License-Identifier: Apache-2.0
#include "diagnose/diagnose.hpp"

#include <fmt/format.h>

#include "diagnose/rules.hpp"

namespace kenv::diagnose {
namespace {

plan::Finding healthy(const std::vector<InstalledFramework>& frameworks, const Scene& scene) {
  plan::Finding finding;
  finding.code = "healthy";
  finding.severity = "info";
  const auto gpus = gpus_of(scene.snapshot.machine);
  for (const auto& installed : frameworks) {
    for (const auto* gpu : gpus) {
      const auto verdict = coverage_for(installed, *gpu, scene.snapshot.machine);
      if (verdict.coverage == gpu::Coverage::None) continue;
      finding.evidence.push_back(
          {fmt::format("{} {} serves {} with {} ({})", installed.package->name, installed.package->version,
                       describe(*gpu), verdict.best_target, to_text(verdict.coverage)),
           installed.targets_from()});
    }
  }
  if (frameworks.empty())
    finding.summary = "no framework that kenv knows is installed here";
  else if (gpus.empty())
    finding.summary = "no fault is seen, but no GPU is known to check the frameworks against; name one with --gpu";
  else
    finding.summary = "every framework here carries code for every GPU";
  // An answer that was not looked for must not read like one that was found.
  if (gpus.empty()) {
    finding.severity = "warning";
    finding.evidence.push_back({"no GPU is known: nothing was checked against one", "machine"});
    if (frameworks.empty()) finding.summary += ", and no GPU is known";
  }
  for (const auto& gpu : scene.snapshot.machine.gpus)
    if (!gpu.capability && (gpu.vendor.empty() || gpu.vendor == "nvidia"))
      finding.evidence.push_back({describe(gpu) + " was not judged; `--gpu sm_XY` names its capability", "machine"});
  finding.subject = frameworks.empty() ? "environment" : frameworks.front().package->name;
  return finding;
}

/// A partial hole is no fault of the environment as a whole, but worth knowing: the operations behind it will fail.
void add_partial_coverage(const InstalledFramework& installed, const Scene& scene,
                          std::vector<plan::Finding>& findings) {
  for (const auto* gpu : gpus_of(scene.snapshot.machine)) {
    const auto verdict = coverage_for(installed, *gpu, scene.snapshot.machine);
    if (verdict.holes.empty()) continue;
    plan::Finding finding;
    finding.code = installed.framework->name == "torch" ? "torch-arch-dropped-old-gpu" : "framework-arch-missing";
    finding.severity = "warning";
    finding.subject = installed.package->name;
    finding.gpus = {index_of(*gpu)};
    finding.summary = fmt::format("{} {} serves {} only partly: {} {} no code for it", installed.package->name,
                                  installed.package->version, describe(*gpu), fmt::join(verdict.holes, ", "),
                                  verdict.holes.size() == 1 ? "has" : "have");
    for (const auto& hole : verdict.holes) finding.evidence.push_back({"no code for " + gpu->capability->text(), hole});
    finding.remedy.kind = "change-packages";
    finding.remedy.text = "kenv fix --complete chooses a build without such holes";
    findings.push_back(std::move(finding));
  }
}

}  // namespace

std::vector<plan::Finding> diagnose(const snapshot::Snapshot& snapshot, const manifest::Catalog& catalog) {
  const Scene scene{snapshot, catalog};
  const auto frameworks = installed_frameworks(snapshot, catalog);
  // What the driver does not see no package can serve: whatever else is true, it comes first.
  if (auto unserved = find_unserved_gpu(scene)) return {*std::move(unserved)};
  std::vector<plan::Finding> findings, consequences;
  for (const auto& installed : frameworks) {
    const std::size_t before = findings.size();
    // One framework, one cause: a CPU build has no architecture to miss, and a family is judged once it fits the GPU.
    if (auto finding = find_cpu_only(installed, scene))
      findings.push_back(*std::move(finding));
    else if (auto missing = find_missing_architecture(installed, scene))
      findings.push_back(*std::move(missing));
    else
      add_partial_coverage(installed, scene, consequences);
    if (auto finding = find_driver_too_old(installed, scene)) findings.push_back(*std::move(finding));
    for (auto& finding : find_family_mismatch(installed, scene)) findings.push_back(std::move(finding));
    if (findings.size() > before) continue;  // the build changes, and its libraries with it
    for (auto& finding : find_old_subpackages(installed, scene)) findings.push_back(std::move(finding));
  }
  const bool sound = findings.empty();
  findings.insert(findings.end(), std::make_move_iterator(consequences.begin()),
                  std::make_move_iterator(consequences.end()));
  if (sound) findings.insert(findings.begin(), healthy(frameworks, scene));
  return findings;
}

}  // namespace kenv::diagnose
