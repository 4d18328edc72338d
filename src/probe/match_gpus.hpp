// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "probe/launch_test.hpp"

namespace kenv::probe {

/// The number under which CUDA shows the GPU to the probe: its place in the list if the list was given by UUIDs.
int ordinal_of(const std::vector<ProbeGpu>& wanted, bool by_uuid, const ProbeGpu& gpu);

/// One result for each wanted GPU, under its own index. A GPU that was not reported, or whose name or capability is not
/// the known one, has a failed "device" check. A result that nobody asked for is a failed check in `general`.
std::vector<GpuResult> match_gpus(const std::vector<ProbeGpu>& wanted, bool by_uuid, std::vector<GpuResult> found,
                                  std::vector<Check>& general);

}  // namespace kenv::probe
