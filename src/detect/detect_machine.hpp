// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <string>

#include "manifest/manifest.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::detect {

struct DetectOptions {
  std::filesystem::path root = "/";                ///< where /proc, /sys, /dev, /etc, /run are looked up
  std::string nvml_library = "libnvidia-ml.so.1";  ///< a name for the loader, or a path; empty: not asked
  std::map<std::string, std::string> variables;    ///< of the process
};

/// The facts of this machine. Never fails: what cannot be found out stays unknown, and `origin` tells for each part
/// where it came from ("nvml", "proc", "pci", "manifest").
///
/// GPUs are those that NVML lists, in its order, whatever CUDA_VISIBLE_DEVICES says; those that only /proc or the PCI
/// bus shows follow (`seen_by` tells), since a GPU without a working driver is there all the same. Inside a container
/// the PCI bus shows the host's GPUs, so there they are listed only if NVML lists none.
snapshot::Machine detect_machine(const DetectOptions& options, const manifest::Catalog& catalog);

}  // namespace kenv::detect
