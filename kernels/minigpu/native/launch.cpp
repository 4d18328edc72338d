// SPDX-License-Identifier: Apache-2.0
#include "minigpu/native/runtime.hpp"

namespace {

/// The container as a module of the device, loaded at its first use: this is where a build that lacks the GPU fails.
int load(minigpu_runtime& runtime, int device, const void* image, cuda_driver::Module& module) {
  pthread_mutex_lock(&runtime.lock);
  int error = 0;
  int at = 0;
  while (at < runtime.module_count && !(runtime.modules[at].device == device && runtime.modules[at].image == image))
    ++at;
  if (at == runtime.module_count) {
    if (at == minigpu::kMostModules) {
      error = cuda_driver::kOutOfMemory;
    } else {
      error = runtime.driver.load_module(&runtime.modules[at].module, image);
    }
    if (error == 0) {
      runtime.modules[at].device = device;
      runtime.modules[at].image = image;
      ++runtime.module_count;
    }
  }
  if (error == 0) module = runtime.modules[at].module;
  pthread_mutex_unlock(&runtime.lock);
  return error;
}

}  // namespace

extern "C" MINIGPU_API int minigpu_launch(minigpu_runtime* runtime, int device, const void* image, const char* kernel,
                                          unsigned blocks_x, unsigned blocks_y, unsigned threads_x, unsigned threads_y,
                                          void** parameters) {
  if (image == nullptr) return MINIGPU_NO_GPU_CODE;
  if (const int error = minigpu::enter(*runtime, device); error != 0) return error;
  cuda_driver::Module module = nullptr;
  if (const int error = load(*runtime, device, image, module); error != 0) return error;
  cuda_driver::Function function = nullptr;
  if (const int error = runtime->driver.find_function(&function, module, kernel); error != 0) return error;
  return runtime->driver.launch(function, blocks_x, blocks_y, 1, threads_x, threads_y, 1, 0, nullptr, parameters,
                                nullptr);
}
