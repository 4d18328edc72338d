// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "diagnose/rules.hpp"

namespace kenv::diagnose {

std::optional<plan::Finding> find_cpu_only(const InstalledFramework& installed, const Scene& scene) {
  const auto gpus = gpus_of(scene.snapshot.machine);
  if (gpus.empty() || installed.measured() || installed.variant != "cpu") return std::nullopt;
  plan::Finding finding;
  finding.code = "cpu-only-wheel";
  finding.subject = installed.package->name;
  for (const auto* gpu : gpus) finding.gpus.push_back(index_of(*gpu));
  finding.summary = fmt::format("{} {} is a CPU build: it will never use {}", installed.package->name,
                                installed.package->version, describe(*gpus[0]));
  finding.evidence.push_back({"variant cpu", installed.variant_from});
  finding.remedy.kind = "change-packages";
  finding.remedy.text = "install a build with GPU code";
  return finding;
}

}  // namespace kenv::diagnose
