// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "driver/cuda_driver.hpp"
#include "native_probe/document.hpp"

namespace native_probe {

/// Name, UUID, capability and memory; nothing is created on the GPU.
GpuReport describe_gpu(const cuda_driver::Driver& driver, int index);

/// describe_gpu, then what a program needs: a context, memory, a copy both ways, a launch of embedded machine code and
/// one of embedded PTX. A step that another needs and that failed makes the other `skipped`.
GpuReport check_gpu(const cuda_driver::Driver& driver, int index);

}  // namespace native_probe
