// SPDX-License-Identifier: Apache-2.0
#include "driver/container.hpp"
#include "minigpu/native/minigpu.h"

// libminifast.so: an extension, as third parties make them for frameworks: it has kernels of its own and fits only the
// release of minigpu whose symbol it names, of which its metadata says nothing.
namespace minifast {

extern const Container scale_add;

}  // namespace minifast

extern "C" {

extern const int MINIGPU_ABI_SYMBOL;

#define MINIFAST_API [[gnu::visibility("default")]]

MINIFAST_API int minifast_abi() { return MINIGPU_ABI_SYMBOL; }

MINIFAST_API int minifast_scale_add(minigpu_runtime* runtime, int device, uint64_t left, uint64_t right, uint64_t out,
                                    int64_t count, float factor) {
  if (count <= 0) return 0;
  if (device != MINIGPU_CPU) {
    void* parameters[] = {&left, &right, &out, &count, &factor};
    return minigpu_launch(runtime, device, minifast::scale_add.image, "minifast_scale_add",
                          (static_cast<unsigned>(count) + 255) / 256, 1, 256, 1, parameters);
  }
  const float* a = reinterpret_cast<const float*>(static_cast<uintptr_t>(left));
  const float* b = reinterpret_cast<const float*>(static_cast<uintptr_t>(right));
  float* to = reinterpret_cast<float*>(static_cast<uintptr_t>(out));
  for (int64_t i = 0; i < count; ++i) to[i] = factor * a[i] + b[i];
  return 0;
}

}  // extern "C"
