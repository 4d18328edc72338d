// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gpu/compute_capability.hpp"
#include "probe/launch_result.hpp"

namespace kenv::probe {

/// A GPU to prove. What is known of it is compared with what the probe met: a result of another GPU proves nothing.
struct ProbeGpu {
  int index = 0;
  std::string name{};
  std::string uuid{};  ///< "GPU-..." or "MIG-..."; if every GPU has one, the probe sees exactly these, in this order
  std::optional<gpu::ComputeCapability> capability{};
};

struct ProbeRequest {
  std::filesystem::path environment;   ///< root of the tree to prove, staged or live
  std::filesystem::path final_root{};  ///< where it will lie; empty: where it is. Must exist to be bound over.
  std::filesystem::path python{};      ///< interpreter below `environment`; empty: bin/python
  std::string framework;               ///< a manifest's `probe`: "torch" runs torch_probe.py
  std::vector<ProbeGpu> gpus;
  bool cpu_only = false;          ///< no GPU is here: prove imports and CPU operations, launch nothing
  std::filesystem::path scratch;  ///< an existing folder for the scripts, bytecode and compiler caches of the test
  std::chrono::milliseconds time_limit{300'000};
};

/// The probe of a framework is known to this kenv.
bool has_framework_probe(std::string_view framework);

/// Runs a framework's checks with the environment's own Python, in a child process that cannot write into the
/// environment's bytecode or the user's caches. A crash, a hang, garbage for output, a missing result or another GPU
/// are failed checks. After a failure everything runs once more with CUDA_LAUNCH_BLOCKING=1, which names the operation.
/// NotRun: without a GPU, or without a probe for the framework. Throws nothing of its own; io errors pass.
LaunchResult run_framework_probe(const ProbeRequest& request);

/// Runs kenv-probe: does the driver run code on each GPU that it shows? NotRun if there is no driver or no GPU.
LaunchResult run_native_probe(const std::filesystem::path& program,
                              std::chrono::milliseconds time_limit = std::chrono::milliseconds(60'000));

}  // namespace kenv::probe
