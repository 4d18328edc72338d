// SPDX-License-Identifier: Apache-2.0
#include "gpu/file_names.hpp"

namespace kenv::gpu {

bool may_hold_gpu_code(std::string_view path) {
  // Bare cubins and fatbins are loaded by path at run time.
  for (const std::string_view ending : {".so", ".cubin", ".fatbin", ".pyd", ".dll"})
    if (path.ends_with(ending)) return true;
  const auto at = path.rfind(".so.");  // before a version: libcudart.so.13
  return at != std::string_view::npos && at + 4 < path.size() &&
         path.find_first_not_of("0123456789.", at + 4) == std::string_view::npos;
}

}  // namespace kenv::gpu
