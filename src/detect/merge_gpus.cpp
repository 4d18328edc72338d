// SPDX-License-Identifier: Apache-2.0
#include "detect/merge_gpus.hpp"

#include <algorithm>

namespace kenv::detect {
namespace {

void absorb(snapshot::Gpu& known, const snapshot::Gpu& other) {
  if (known.name.empty()) known.name = other.name;
  if (known.uuid.empty()) known.uuid = other.uuid;
  if (known.pci_id.empty()) known.pci_id = other.pci_id;
  if (known.vendor.empty()) known.vendor = other.vendor;
  if (!known.capability) known.capability = other.capability;
  if (!known.mig) known.mig = other.mig;
  known.seen_by.insert(known.seen_by.end(), other.seen_by.begin(), other.seen_by.end());
}

}  // namespace

std::vector<snapshot::Gpu> merge_gpus(const std::vector<std::vector<snapshot::Gpu>>& sources) {
  std::vector<snapshot::Gpu> merged;
  for (const auto& source : sources)
    for (const snapshot::Gpu& gpu : source) {
      const auto known =
          gpu.pci_bus.empty() ? merged.end() : std::ranges::find(merged, gpu.pci_bus, &snapshot::Gpu::pci_bus);
      if (known == merged.end()) {
        merged.push_back(gpu);
      } else {
        absorb(*known, gpu);
      }
    }
  return merged;
}

void complete_from_catalog(snapshot::Gpu& gpu, const manifest::Catalog& catalog) {
  if (!gpu.vendor.empty() && gpu.vendor != "nvidia") return;
  const auto colon = gpu.pci_id.find(':');
  const manifest::GpuModel* model = nullptr;
  if (colon != std::string::npos) model = catalog.gpu_by_pci(gpu.pci_id.substr(colon + 1));
  if (model == nullptr && !gpu.name.empty()) model = catalog.gpu_named(gpu.name);
  if (model == nullptr) return;
  if (gpu.name.empty()) gpu.name = model->name;
  if (!gpu.capability) gpu.capability = model->capability;
}

}  // namespace kenv::detect
