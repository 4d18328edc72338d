// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "diagnose/rules.hpp"

namespace kenv::diagnose {

namespace {

constexpr gpu::ComputeCapability kFirstOfOpenModules{
    7, 5};  ///< Turing: NVIDIA's open kernel modules serve it and newer ones

struct Unserved {
  std::string why, remedy;
  bool too_old = false;
};

/// Why this driver does not serve the GPU at all.
std::optional<Unserved> unserved_by(const snapshot::Machine& machine, const snapshot::Gpu& gpu,
                                    const manifest::Catalog& catalog) {
  const auto& driver = *machine.driver;
  const auto last = catalog.cuda.last_branch_for(*gpu.capability);
  if (last && driver.version->branch() > *last)
    return Unserved{
        fmt::format("R{} is the last driver branch that serves {}", *last, describe(gpu)),
        fmt::format("install a driver of branch R{}, the last one for this GPU; no package can help", *last)};
  const auto first = catalog.cuda.first_branch_for(*gpu.capability);
  if (first && driver.version->branch() < *first)
    return Unserved{
        fmt::format("R{} is the first driver branch that serves {}", *first, describe(gpu)),
        fmt::format("install a driver of branch R{} or newer: an older one does not see this GPU; no package can help",
                    *first),
        true};
  if (driver.module == "open" && !machine.tegra.value_or(false) && *gpu.capability < kFirstOfOpenModules)
    return Unserved{
        fmt::format("the open kernel modules serve GPUs from {} on, not {}", kFirstOfOpenModules.text(), describe(gpu)),
        "install the same driver with its proprietary kernel modules; no package can help"};
  return std::nullopt;
}

struct BuiltFor {
  gpu::CudaVersion version;
  std::string text, from;
  bool by_variant = true;  ///< else compiled elsewhere: no index has another variant of it
};

/// The CUDA that a build was made with: what its variant says, else the major number of the runtime that its own
/// library asks for, as those do that are compiled elsewhere ("2.1.0a0+fe05266").
std::optional<BuiltFor> cuda_of(const InstalledFramework& installed) {
  if (const auto named = gpu::CudaVersion::parse_variant(installed.variant))
    return BuiltFor{*named, named->text(), installed.variant_from};
  constexpr std::string_view kRuntime = "libcudart.so.";
  const auto* library = installed.main_library();
  if (library == nullptr) return std::nullopt;
  for (const auto& needed : library->needed)
    if (needed.starts_with(kRuntime))
      if (const auto version = gpu::CudaVersion::parse(needed.substr(kRuntime.size())))
        return BuiltFor{{version->major, 0}, std::to_string(version->major), library->path + " needs " + needed, false};
  return std::nullopt;
}

}  // namespace

std::optional<plan::Finding> find_unserved_gpu(const Scene& scene) {
  const auto& machine = scene.snapshot.machine;
  if (!machine.driver || !machine.driver->version) return std::nullopt;
  plan::Finding finding;
  for (const auto* gpu : gpus_of(machine)) {
    auto unserved = unserved_by(machine, *gpu, scene.catalog);
    if (!unserved) continue;
    finding.gpus.push_back(index_of(*gpu));
    finding.evidence.push_back({std::move(unserved->why), "manifest"});
    if (!finding.summary.empty()) continue;
    finding.code = unserved->too_old ? "driver-too-old" : "driver-drops-gpu";
    finding.summary = fmt::format("driver {} does not serve {}", machine.driver->version->text(), describe(*gpu));
    finding.remedy.text = std::move(unserved->remedy);
  }
  if (finding.gpus.empty()) return std::nullopt;
  finding.subject = "driver " + machine.driver->version->text();
  finding.evidence.push_back({finding.subject, "machine"});
  // The driver is the host's: nobody changes it from inside a container.
  const bool inside = !machine.container.empty();
  finding.remedy.kind = inside ? "host-action" : "change-driver";
  if (inside) finding.remedy.text = "on the host: " + finding.remedy.text;
  return finding;
}

std::optional<plan::Finding> find_driver_too_old(const InstalledFramework& installed, const Scene& scene) {
  const auto& machine = scene.snapshot.machine;
  if (!machine.driver || !machine.driver->version) return std::nullopt;
  const auto cuda = cuda_of(installed);
  if (!cuda) return std::nullopt;
  auto floor = scene.catalog.cuda.floor_for(cuda->version, machine.os.empty() ? "linux" : machine.os);
  if (installed.row != nullptr && installed.row->needs_driver) floor = installed.row->needs_driver;
  if (!floor || *machine.driver->version >= *floor) return std::nullopt;

  plan::Finding finding;
  finding.code = "driver-too-old";
  finding.subject = "driver " + machine.driver->version->text();
  finding.package = installed.package->name;
  for (const auto* gpu : gpus_of(machine)) finding.gpus.push_back(index_of(*gpu));
  finding.summary =
      fmt::format("{} {} is built for CUDA {} and needs driver {} or newer; this is {}", installed.package->name,
                  installed.package->version, cuda->text, floor->text(), machine.driver->version->text());
  finding.evidence.push_back({fmt::format("driver {}", machine.driver->version->text()), "machine"});
  finding.evidence.push_back({fmt::format("CUDA {} needs driver {}", cuda->text, floor->text()), cuda->from});
  finding.remedy.kind = "change-packages";
  finding.remedy.text = fmt::format(
      "install a build for an older CUDA, or, if the driver may be changed, driver {} or newer", floor->text());
  if (!cuda->by_variant && !machine.container.empty()) {  // a vendor's image, whose build goes with it
    finding.remedy.kind = "host-action";
    finding.remedy.text =
        fmt::format("on the host: install driver {} or newer, or take an image for an older CUDA", floor->text());
  }
  return finding;
}

}  // namespace kenv::diagnose
