// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "probe/launch_result.hpp"

// Reading what probes print. They run foreign code, so their output is as trustworthy as a stranger's file.
namespace kenv::probe {

/// A check that a probe began; the last one is where a crash or a hang happened.
struct BegunCheck {
  std::optional<int> gpu;
  std::string framework, check;
};

struct ProbeDocument {
  std::vector<Check> checks;
  std::vector<GpuResult> gpus;
  std::string error;  ///< stated by kenv-probe instead of GPUs: there is no driver, or no GPU
};

struct ProbeOutput {
  std::optional<ProbeDocument> document;
  std::string problem;              ///< why there is no document
  std::optional<BegunCheck> begun;  ///< the last one
};

/// Picks the lines that start with `marker` out of a framework probe's standard output (kernels/probes/harness.py says
/// what they are) and leaves alone whatever libraries printed between them.
ProbeOutput read_framework_output(std::string_view output, std::string_view marker);

/// kenv-probe's document.
Result<ProbeDocument> read_native_output(std::string_view output);

}  // namespace kenv::probe
