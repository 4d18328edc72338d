// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "manifest/manifest.hpp"

namespace kenv::detect {

/// A small catalog with real GPUs, independent of what the shipped manifests say today.
inline manifest::Catalog small_catalog() {
  manifest::Catalog catalog;
  const auto add = [&](const char* name, const char* capability, std::vector<std::string> ids,
                       std::vector<std::string> aliases = {}) {
    manifest::GpuModel model;
    model.name = name;
    model.capability = *gpu::ComputeCapability::parse(capability);
    model.pci_ids = std::move(ids);
    model.aliases = std::move(aliases);
    catalog.gpus.push_back(model);
  };
  add("NVIDIA GeForce RTX 5090", "12.0", {"2b85"});
  add("NVIDIA GeForce RTX 4090", "8.9", {"2684"});
  add("NVIDIA GeForce GTX 750", "5.0", {"1381"});
  add("NVIDIA GeForce GTX 1080 Ti", "6.1", {"1b06"});
  add("Tesla V100-SXM2-16GB", "7.0", {"1db1"}, {"Tesla V100", "V100"});
  add("NVIDIA H200", "9.0", {"2335"});
  add("Jetson AGX Orin", "8.7", {}, {"AGX Orin"});
  catalog.gpus.back().tegra = true;
  catalog.cuda.driver_cuda = {{*gpu::DriverVersion::parse("570"), {12, 8}},
                              {*gpu::DriverVersion::parse("580"), {13, 0}}};
  return catalog;
}

}  // namespace kenv::detect
