// SPDX-License-Identifier: Apache-2.0
#include "driver/container.hpp"
#include "minigpu/native/minigpu.h"

// libminivision.so: a companion library with kernels of its own, launched by libminigpu.so. It fits the one release of
// minigpu whose symbol it names.
namespace minivision {

extern const Container blur, overlap;

}  // namespace minivision

extern "C" {

extern const int MINIGPU_ABI_SYMBOL;

#define MINIVISION_API [[gnu::visibility("default")]]

MINIVISION_API int minivision_abi() { return MINIGPU_ABI_SYMBOL; }
MINIVISION_API const char* minivision_version() { return MINIVISION_VERSION "+" MINIGPU_VARIANT; }

MINIVISION_API int minivision_blur(minigpu_runtime* runtime, int device, uint64_t in, uint64_t out, int width,
                                   int height) {
  if (width <= 0 || height <= 0) return 0;
  if (device != MINIGPU_CPU) {
    void* parameters[] = {&in, &out, &width, &height};
    return minigpu_launch(runtime, device, minivision::blur.image, "minivision_blur",
                          (static_cast<unsigned>(width) + 15) / 16, (static_cast<unsigned>(height) + 15) / 16, 16, 16,
                          parameters);
  }
  const float* from = reinterpret_cast<const float*>(static_cast<uintptr_t>(in));
  float* to = reinterpret_cast<float*>(static_cast<uintptr_t>(out));
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      float sum = 0.0f;
      int found = 0;
      for (int near_y = y > 0 ? y - 1 : 0; near_y <= y + 1 && near_y < height; ++near_y) {
        for (int near_x = x > 0 ? x - 1 : 0; near_x <= x + 1 && near_x < width; ++near_x, ++found) {
          sum += from[static_cast<int64_t>(near_y) * width + near_x];
        }
      }
      to[static_cast<int64_t>(y) * width + x] = sum / static_cast<float>(found);
    }
  }
  return 0;
}

MINIVISION_API int minivision_overlap(minigpu_runtime* runtime, int device, uint64_t boxes, uint64_t out, int count) {
  if (count <= 0) return 0;
  if (device != MINIGPU_CPU) {
    void* parameters[] = {&boxes, &out, &count};
    const unsigned blocks = (static_cast<unsigned>(count) + 15) / 16;
    return minigpu_launch(runtime, device, minivision::overlap.image, "minivision_overlap", blocks, blocks, 16, 16,
                          parameters);
  }
  const float* all = reinterpret_cast<const float*>(static_cast<uintptr_t>(boxes));
  float* to = reinterpret_cast<float*>(static_cast<uintptr_t>(out));
  const auto smaller = [](float a, float b) { return a < b ? a : b; };
  const auto larger = [](float a, float b) { return a > b ? a : b; };
  for (int first = 0; first < count; ++first) {
    for (int second = 0; second < count; ++second) {
      const float* a = all + 4 * static_cast<int64_t>(first);
      const float* b = all + 4 * static_cast<int64_t>(second);
      const float width = smaller(a[2], b[2]) - larger(a[0], b[0]);
      const float height = smaller(a[3], b[3]) - larger(a[1], b[1]);
      const float common = larger(width, 0.0f) * larger(height, 0.0f);
      const float total = (a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - common;
      to[static_cast<int64_t>(first) * count + second] = total > 0.0f ? common / total : 0.0f;
    }
  }
  return 0;
}

}  // extern "C"
