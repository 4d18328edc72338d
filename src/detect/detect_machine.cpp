// SPDX-License-Identifier: Apache-2.0
#include "detect/detect_machine.hpp"

#include <algorithm>
#include <functional>

#include "base/text.hpp"
#include "detect/merge_gpus.hpp"
#include "detect/nvml.hpp"
#include "detect/pci.hpp"
#include "detect/proc_driver.hpp"
#include "detect/system_facts.hpp"

namespace kenv::detect {
namespace {

/// Places of NVML that are not in every loader's path: WSL and NixOS.
constexpr const char* kOtherFolders[] = {"/usr/lib/wsl/lib/", "/run/opengl-driver/lib/"};

NvmlFacts ask_nvml(const std::string& library) {
  if (library.empty()) return {};
  NvmlFacts facts = query_nvml(library);
  if (facts.error.empty() || library.find('/') != std::string::npos) return facts;
  for (const char* folder : kOtherFolders)
    if (NvmlFacts other = query_nvml(folder + library); other.error.empty()) return other;
  return facts;
}

/// On Jetson and its kin the GPU is no PCI device: the board's name tells which it is.
std::vector<snapshot::Gpu> tegra_gpus(const std::filesystem::path& root, const manifest::Catalog& catalog) {
  const std::string board = text::lower(read_device_tree_model(root));
  for (const manifest::GpuModel& model : catalog.gpus) {
    if (!model.tegra || board.empty()) continue;
    auto names = model.aliases;
    names.push_back(model.name);
    const bool named = std::ranges::any_of(
        names, [&](const std::string& name) { return board.find(text::lower(name)) != std::string::npos; });
    if (!named) continue;
    snapshot::Gpu gpu;
    gpu.name = model.name;
    gpu.capability = model.capability;
    gpu.seen_by = {"device-tree"};
    return {gpu};
  }
  return {};
}

void fill_driver(snapshot::Machine& machine, const NvmlFacts& nvml, const std::filesystem::path& root,
                 const manifest::Catalog& catalog) {
  // The kernel module's own word stands: NVML's is the user-space library's, which may be another's after an update.
  auto driver = read_proc_driver(root);
  if (driver) machine.origin["driver"] = "proc";
  if (!driver && nvml.driver) {
    driver.emplace().version = nvml.driver;
    machine.origin["driver"] = "nvml";
  }
  if (!driver) return;
  if (nvml.cuda) {
    driver->cuda = nvml.cuda;
    machine.origin["driver.cuda"] = "nvml";
  } else if (driver->version && (driver->cuda = catalog.cuda.cuda_of(*driver->version))) {
    machine.origin["driver.cuda"] = "manifest";
  }
  machine.driver = std::move(driver);
}

bool is_nvidia(const snapshot::Gpu& gpu) { return gpu.vendor.empty() || gpu.vendor == "nvidia"; }

void fill_gpus(snapshot::Machine& machine, const NvmlFacts& nvml, const std::filesystem::path& root,
               const manifest::Catalog& catalog) {
  machine.gpus = merge_gpus({nvml.gpus, read_proc_gpus(root), read_pci_gpus(root)});
  if (!machine.container.empty() && !nvml.gpus.empty())
    std::erase_if(machine.gpus, [](const snapshot::Gpu& gpu) { return !gpu.seen_by_source("nvml"); });
  if (machine.gpus.empty() && machine.tegra.value_or(false)) machine.gpus = tegra_gpus(root, catalog);
  // Another maker's GPU matters only where there is none of NVIDIA's.
  if (std::ranges::any_of(machine.gpus, is_nvidia)) std::erase_if(machine.gpus, std::not_fn(is_nvidia));

  int next_index = 0;
  for (snapshot::Gpu& gpu : machine.gpus) {
    complete_from_catalog(gpu, catalog);
    if (nvml.gpus.empty()) gpu.index = next_index++;  // bus order, as the driver would number them
  }
  machine.gpus_known = true;
  if (!machine.gpus.empty()) machine.origin["gpus"] = machine.gpus.front().seen_by.front();
}

}  // namespace

snapshot::Machine detect_machine(const DetectOptions& options, const manifest::Catalog& catalog) {
  snapshot::Machine machine;
  read_system_facts(machine, options.root, options.variables);
  const NvmlFacts nvml = ask_nvml(options.nvml_library);
  machine.nvml_error = nvml.error;
  fill_driver(machine, nvml, options.root, catalog);
  fill_gpus(machine, nvml, options.root, catalog);
  return machine;
}

}  // namespace kenv::detect
