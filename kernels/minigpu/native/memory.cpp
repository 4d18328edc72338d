// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <cstring>

#include "minigpu/native/runtime.hpp"

// Memory and copies. None of this runs a kernel, so it works on a GPU that the build has no code for.
namespace {

void* host(uint64_t address) { return reinterpret_cast<void*>(static_cast<uintptr_t>(address)); }

}  // namespace

extern "C" {

MINIGPU_API int minigpu_allocate(minigpu_runtime* runtime, int device, size_t bytes, uint64_t* address) {
  if (device == MINIGPU_CPU) {
    void* memory = std::malloc(bytes > 0 ? bytes : 1);
    *address = reinterpret_cast<uintptr_t>(memory);
    return memory != nullptr ? 0 : cuda_driver::kOutOfMemory;
  }
  if (const int error = minigpu::enter(*runtime, device); error != 0) return error;
  cuda_driver::Address given = 0;
  const int error = runtime->driver.allocate(&given, bytes > 0 ? bytes : 1);
  *address = given;
  return error;
}

MINIGPU_API int minigpu_release(minigpu_runtime* runtime, int device, uint64_t address) {
  if (device == MINIGPU_CPU) {
    std::free(host(address));
    return 0;
  }
  if (const int error = minigpu::enter(*runtime, device); error != 0) return error;
  return runtime->driver.release(address);
}

MINIGPU_API int minigpu_upload(minigpu_runtime* runtime, int device, uint64_t to, const void* from, size_t bytes) {
  if (bytes == 0) return 0;
  if (device == MINIGPU_CPU) {
    std::memcpy(host(to), from, bytes);
    return 0;
  }
  if (const int error = minigpu::enter(*runtime, device); error != 0) return error;
  return runtime->driver.upload(to, from, bytes);
}

MINIGPU_API int minigpu_download(minigpu_runtime* runtime, int device, void* to, uint64_t from, size_t bytes) {
  if (bytes == 0) return 0;
  if (device == MINIGPU_CPU) {
    std::memcpy(to, host(from), bytes);
    return 0;
  }
  if (const int error = minigpu::enter(*runtime, device); error != 0) return error;
  return runtime->driver.download(to, from, bytes);
}

MINIGPU_API int minigpu_synchronize(minigpu_runtime* runtime, int device) {
  if (device == MINIGPU_CPU) return 0;
  if (const int error = minigpu::enter(*runtime, device); error != 0) return error;
  return runtime->driver.synchronize();
}

}  // extern "C"
