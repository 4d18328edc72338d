// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "diagnose/rules.hpp"

namespace kenv::diagnose {

std::optional<plan::Finding> find_driver_too_old(const InstalledFramework& installed, const Scene& scene) {
  const auto& machine = scene.snapshot.machine;
  if (!machine.driver || !machine.driver->version) return std::nullopt;
  const auto cuda = gpu::CudaVersion::parse_variant(installed.variant);
  if (!cuda) return std::nullopt;
  auto floor = scene.catalog.cuda.floor_for(*cuda, machine.os.empty() ? "linux" : machine.os);
  if (installed.row != nullptr && installed.row->needs_driver) floor = installed.row->needs_driver;
  if (!floor || *machine.driver->version >= *floor) return std::nullopt;

  plan::Finding finding;
  finding.code = "driver-too-old";
  finding.subject = "driver " + machine.driver->version->text();
  for (const auto* gpu : gpus_of(machine)) finding.gpus.push_back(index_of(*gpu));
  finding.summary = fmt::format("{} {} is built for CUDA {} and needs driver {} or newer; this is {}", installed.package->name,
                                installed.package->version, cuda->text(), floor->text(), machine.driver->version->text());
  finding.evidence.push_back({fmt::format("driver {}", machine.driver->version->text()), "machine"});
  finding.evidence.push_back({fmt::format("variant {} needs driver {}", installed.variant, floor->text()), installed.variant_from});
  finding.remedy.kind = "change-packages";
  finding.remedy.text = fmt::format("install a build for an older CUDA, or, if the driver may be changed, driver {} or newer", floor->text());
  return finding;
}

}  // namespace kenv::diagnose
