// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "snapshot/snapshot.hpp"

namespace kenv::detect {

/// What NVIDIA's management library says. It sees every GPU that the driver serves and the container was given,
/// and starts nothing on any of them.
struct NvmlFacts {
  std::string error;  ///< why there is no answer; empty if there is one
  std::optional<gpu::DriverVersion> driver;
  std::optional<gpu::CudaVersion> cuda;
  std::vector<snapshot::Gpu> gpus;
};

/// Loads the library (a name for the loader, or a path), asks, and lets go of it.
NvmlFacts query_nvml(const std::string& library);

}  // namespace kenv::detect
