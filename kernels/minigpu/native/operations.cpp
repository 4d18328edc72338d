// SPDX-License-Identifier: Apache-2.0
#include "minigpu/native/runtime.hpp"

// Every operation twice: on the CPU here, on a GPU by a launch of the kernel in ../kernels/.
namespace {

float* floats(uint64_t address) { return reinterpret_cast<float*>(static_cast<uintptr_t>(address)); }

int launch_over(minigpu_runtime* runtime, int device, const Container& container, const char* kernel, int64_t count,
                void** parameters) {
  constexpr int64_t kThreads = 256;
  const int64_t blocks = (count + kThreads - 1) / kThreads;
  if (count < 0 || blocks > 0x7fffffff) return cuda_driver::kInvalidValue;
  return minigpu_launch(runtime, device, container.image, kernel, blocks > 0 ? static_cast<unsigned>(blocks) : 1, 1,
                        kThreads, 1, parameters);
}

}  // namespace

extern "C" {

MINIGPU_API int minigpu_fill(minigpu_runtime* runtime, int device, uint64_t out, int64_t count, float value) {
  if (device != MINIGPU_CPU) {
    void* parameters[] = {&out, &count, &value};
    return launch_over(runtime, device, minigpu::elementwise, "minigpu_fill", count, parameters);
  }
  for (int64_t i = 0; i < count; ++i) floats(out)[i] = value;
  return 0;
}

MINIGPU_API int minigpu_arange(minigpu_runtime* runtime, int device, uint64_t out, int64_t count, float start,
                               float step) {
  if (device != MINIGPU_CPU) {
    void* parameters[] = {&out, &count, &start, &step};
    return launch_over(runtime, device, minigpu::elementwise, "minigpu_arange", count, parameters);
  }
  for (int64_t i = 0; i < count; ++i) floats(out)[i] = start + step * static_cast<float>(i);
  return 0;
}

MINIGPU_API int minigpu_add(minigpu_runtime* runtime, int device, uint64_t left, uint64_t right, uint64_t out,
                            int64_t count) {
  if (device != MINIGPU_CPU) {
    void* parameters[] = {&left, &right, &out, &count};
    return launch_over(runtime, device, minigpu::elementwise, "minigpu_add", count, parameters);
  }
  for (int64_t i = 0; i < count; ++i) floats(out)[i] = floats(left)[i] + floats(right)[i];
  return 0;
}

MINIGPU_API int minigpu_copy(minigpu_runtime* runtime, int device, uint64_t in, uint64_t out, int64_t count) {
  if (device != MINIGPU_CPU) {
    void* parameters[] = {&in, &out, &count};
    return launch_over(runtime, device, minigpu::copy, "minigpu_copy", count, parameters);
  }
  for (int64_t i = 0; i < count; ++i) floats(out)[i] = floats(in)[i];
  return 0;
}

MINIGPU_API int minigpu_random(minigpu_runtime* runtime, int device, uint64_t out, int64_t count, uint32_t seed) {
  if (device != MINIGPU_CPU) {
    void* parameters[] = {&out, &count, &seed};
    return launch_over(runtime, device, minigpu::random, "minigpu_random", count, parameters);
  }
  for (int64_t i = 0; i < count; ++i) {
    uint32_t hash = seed ^ (static_cast<uint32_t>(i) * 0x9e3779b9u);
    hash = (hash ^ (hash >> 16)) * 0x85ebca6bu;
    hash = (hash ^ (hash >> 13)) * 0xc2b2ae35u;
    hash ^= hash >> 16;
    floats(out)[i] = static_cast<float>(hash >> 8) * 0x1p-24f;
  }
  return 0;
}

MINIGPU_API int minigpu_matmul(minigpu_runtime* runtime, int device, uint64_t left, uint64_t right, uint64_t out,
                               int rows, int inner, int columns) {
  if (rows <= 0 || columns <= 0 || inner < 0) return cuda_driver::kInvalidValue;
  if (device != MINIGPU_CPU) {
    constexpr unsigned kSide = 16;
    void* parameters[] = {&left, &right, &out, &rows, &inner, &columns};
    return minigpu_launch(runtime, device, minigpu::matmul.image, "minigpu_matmul",
                          (static_cast<unsigned>(columns) + kSide - 1) / kSide,
                          (static_cast<unsigned>(rows) + kSide - 1) / kSide, kSide, kSide, parameters);
  }
  for (int64_t row = 0; row < rows; ++row) {
    for (int64_t column = 0; column < columns; ++column) {
      float sum = 0.0f;
      for (int64_t k = 0; k < inner; ++k) sum += floats(left)[row * inner + k] * floats(right)[k * columns + column];
      floats(out)[row * columns + column] = sum;
    }
  }
  return 0;
}

}  // extern "C"
