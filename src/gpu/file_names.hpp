// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

namespace kenv::gpu {

/// Whether a file of this name can hold GPU code: "*.so", "*.so.12", "*.cubin", "*.fatbin", "*.pyd", "*.dll". The one
/// rule for environments, wheels and the store, so that they never disagree about what there is to be measured.
bool may_hold_gpu_code(std::string_view path);

}  // namespace kenv::gpu
