// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "diagnose/rules.hpp"

namespace kenv::diagnose {

namespace {

constexpr gpu::ComputeCapability kFirstOfOpenModules{7, 5};  ///< Turing: NVIDIA's open kernel modules serve it and newer ones

struct Dropped {
  std::string why, remedy;
};

/// Why this driver does not serve the GPU at all.
std::optional<Dropped> dropped_by(const snapshot::Machine& machine, const snapshot::Gpu& gpu, const manifest::Catalog& catalog) {
  const auto& driver = *machine.driver;
  const auto last = catalog.cuda.last_branch_for(*gpu.capability);
  if (last && driver.version->branch() > *last)
    return Dropped{fmt::format("R{} is the last driver branch that serves {}", *last, describe(gpu)),
                   fmt::format("install a driver of branch R{}, the last one for this GPU; no package can help", *last)};
  if (driver.module == "open" && !machine.tegra.value_or(false) && *gpu.capability < kFirstOfOpenModules)
    return Dropped{fmt::format("the open kernel modules serve GPUs from {} on, not {}", kFirstOfOpenModules.text(), describe(gpu)),
                   "install the same driver with its proprietary kernel modules; no package can help"};
  return std::nullopt;
}

}  // namespace

std::optional<plan::Finding> find_dropped_gpu(const Scene& scene) {
  const auto& machine = scene.snapshot.machine;
  if (!machine.driver || !machine.driver->version) return std::nullopt;
  plan::Finding finding;
  for (const auto* gpu : gpus_of(machine)) {
    auto dropped = dropped_by(machine, *gpu, scene.catalog);
    if (!dropped) continue;
    finding.gpus.push_back(index_of(*gpu));
    finding.evidence.push_back({std::move(dropped->why), "manifest"});
    if (!finding.summary.empty()) continue;
    finding.summary = fmt::format("driver {} does not serve {}", machine.driver->version->text(), describe(*gpu));
    finding.remedy.text = std::move(dropped->remedy);
  }
  if (finding.gpus.empty()) return std::nullopt;
  finding.code = "driver-drops-gpu";
  finding.subject = "driver " + machine.driver->version->text();
  finding.evidence.push_back({finding.subject, "machine"});
  finding.remedy.kind = "change-driver";
  return finding;
}

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
  finding.package = installed.package->name;
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
