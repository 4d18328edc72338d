// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "gpu/code_target.hpp"
#include "gpu/driver_version.hpp"

namespace kenv::gpu {

/// How code gets onto a GPU. Ordered from worst to best.
enum class Coverage { None, Jit, Native };
std::string_view to_text(Coverage coverage);  ///< "none", "jit", "native"

/// Whether code for `target` can be executed by a GPU of this capability, driver and PTX version left aside.
/// The rules are the programming guide's and the compatibility guides'; the source file teaches them.
Coverage coverage_of(const CodeTarget& target, const ComputeCapability& gpu);

/// Tegra parts (Jetson, Thor) have no promise that desktop machine code runs on them: a match there is unproven.
bool is_tegra(const ComputeCapability& gpu);

/// The PTX version that comes with a CUDA toolkit, and so the newest one that a driver of that CUDA version compiles.
PtxIsa ptx_isa_of(const CudaVersion& cuda);
/// The CUDA version whose driver first compiles this PTX version.
CudaVersion cuda_for(const PtxIsa& isa);

}  // namespace kenv::gpu
