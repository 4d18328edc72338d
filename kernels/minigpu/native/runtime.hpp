// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <pthread.h>

#include "driver/container.hpp"
#include "driver/cuda_driver.hpp"
#include "minigpu/native/minigpu.h"

#define MINIGPU_API [[gnu::visibility("default")]]

namespace minigpu {

// A translation unit of kernels each, as in a large framework: a build may carry a GPU in one and lack it in another.
extern const Container elementwise, copy, random, matmul;

constexpr int kMostDevices = 64;
constexpr int kMostModules = 512;  ///< devices x containers, companions' containers too

struct LoadedModule {
  int device;
  const void* image;
  cuda_driver::Module module;
};

/// 0 if this build and this machine have the device, else why not.
int require_device(const minigpu_runtime& runtime, int device);

/// Makes the device's primary context current in this thread, creating it at first use. 0 or an error.
int enter(minigpu_runtime& runtime, int device);

}  // namespace minigpu

/// Everything that one user of the library holds. The lock guards what is created on demand: contexts and modules.
struct minigpu_runtime {
  cuda_driver::Driver driver{};
  bool has_driver = false;
  int devices = 0;
  char problem[256]{};
  pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
  cuda_driver::Context contexts[minigpu::kMostDevices]{};
  minigpu::LoadedModule modules[minigpu::kMostModules]{};
  int module_count = 0;
};
