// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "diagnose/installed_framework.hpp"
#include "plan/finding.hpp"

// The rules of diagnosis: each looks at one framework and answers with a finding or with nothing.
namespace kenv::diagnose {

struct Scene {
  const snapshot::Snapshot& snapshot;
  const manifest::Catalog& catalog;
};

/// Of the machine, not of a framework: the driver is newer than the last branch that serves a GPU (for Maxwell, Pascal
/// and Volta R580), or older than the first (for Blackwell R570), so that nothing runs on it.
std::optional<plan::Finding> find_unserved_gpu(const Scene& scene);
std::optional<plan::Finding> find_cpu_only(const InstalledFramework& installed, const Scene& scene);
std::optional<plan::Finding> find_missing_architecture(const InstalledFramework& installed, const Scene& scene);
std::optional<plan::Finding> find_driver_too_old(const InstalledFramework& installed, const Scene& scene);
std::vector<plan::Finding> find_family_mismatch(const InstalledFramework& installed, const Scene& scene);
std::vector<plan::Finding> find_old_subpackages(const InstalledFramework& installed, const Scene& scene);

/// "GPU 0 (NVIDIA GeForce RTX 5090, 12.0)"
std::string describe(const snapshot::Gpu& gpu);
/// The NVIDIA GPUs whose capability is known.
std::vector<const snapshot::Gpu*> gpus_of(const snapshot::Machine& machine);
int index_of(const snapshot::Gpu& gpu);

}  // namespace kenv::diagnose
