// SPDX-License-Identifier: Apache-2.0
#include "minigpu/native/runtime.hpp"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace {

void connect(minigpu_runtime& runtime) {
  if (!cuda_driver::open(runtime.driver, runtime.problem, sizeof runtime.problem)) return;
  const int error = runtime.driver.init(0);
  if (error != 0) {
    std::snprintf(runtime.problem, sizeof runtime.problem, "cuInit: %s (%d): %s",
                  cuda_driver::name_of(runtime.driver, error), error, cuda_driver::text_of(runtime.driver, error));
    return;
  }
  runtime.has_driver = true;
  if (minigpu::elementwise.image == nullptr) return;  // a CPU build has no devices, whatever the machine holds
  if (runtime.driver.device_count(&runtime.devices) != 0) runtime.devices = 0;
  if (runtime.devices > minigpu::kMostDevices) runtime.devices = minigpu::kMostDevices;
}

}  // namespace

int minigpu::require_device(const minigpu_runtime& runtime, int device) {
  if (elementwise.image == nullptr) return MINIGPU_NO_GPU_CODE;
  if (!runtime.has_driver) return MINIGPU_NO_DRIVER;
  return device >= 0 && device < runtime.devices ? 0 : cuda_driver::kInvalidDevice;
}

int minigpu::enter(minigpu_runtime& runtime, int device) {
  if (const int error = require_device(runtime, device); error != 0) return error;
  pthread_mutex_lock(&runtime.lock);
  int error = 0;
  if (runtime.contexts[device] == nullptr) {
    cuda_driver::Device handle = 0;
    error = runtime.driver.device(&handle, device);
    if (error == 0) error = runtime.driver.retain_context(&runtime.contexts[device], handle);
  }
  if (error == 0) error = runtime.driver.set_context(runtime.contexts[device]);
  pthread_mutex_unlock(&runtime.lock);
  return error;
}

extern "C" {

MINIGPU_API minigpu_runtime* minigpu_open() {
  void* memory = std::malloc(sizeof(minigpu_runtime));
  if (memory == nullptr) return nullptr;
  auto* runtime = new (memory) minigpu_runtime;
  connect(*runtime);
  return runtime;
}

MINIGPU_API void minigpu_close(minigpu_runtime* runtime) {
  for (int device = 0; device < runtime->devices; ++device) {
    cuda_driver::Device handle = 0;
    if (runtime->contexts[device] == nullptr || runtime->driver.device(&handle, device) != 0) continue;
    runtime->driver.release_context(handle);
  }
  std::free(runtime);
}

MINIGPU_API const char* minigpu_driver_problem(minigpu_runtime* runtime) { return runtime->problem; }

MINIGPU_API int minigpu_driver_version(minigpu_runtime* runtime) {
  int version = 0;
  if (runtime->has_driver) runtime->driver.driver_version(&version);
  return version;
}

MINIGPU_API int minigpu_device_count(minigpu_runtime* runtime) { return runtime->devices; }

MINIGPU_API int minigpu_describe_device(minigpu_runtime* runtime, int device, minigpu_device_info* info) {
  if (const int error = minigpu::require_device(*runtime, device); error != 0) return error;
  const cuda_driver::Driver& driver = runtime->driver;
  cuda_driver::Device handle = 0;
  cuda_driver::Uuid uuid{};
  std::size_t memory = 0;
  std::memset(info, 0, sizeof *info);
  int error = driver.device(&handle, device);
  if (error == 0) error = driver.device_name(info->name, sizeof info->name, handle);
  if (error == 0) error = driver.device_attribute(&info->major, cuda_driver::kCapabilityMajor, handle);
  if (error == 0) error = driver.device_attribute(&info->minor, cuda_driver::kCapabilityMinor, handle);
  if (error == 0) error = driver.device_memory(&memory, handle);
  if (error == 0) error = driver.device_uuid(&uuid, handle);
  info->memory = memory;
  cuda_driver::print_uuid(uuid, info->uuid, sizeof info->uuid);
  return error;
}

MINIGPU_API const char* minigpu_error_name(minigpu_runtime* runtime, int error) {
  if (error == MINIGPU_NO_DRIVER) return "MINIGPU_NO_DRIVER";
  if (error == MINIGPU_NO_GPU_CODE) return "MINIGPU_NO_GPU_CODE";
  return cuda_driver::name_of(runtime->driver, error);
}

MINIGPU_API const char* minigpu_error_text(minigpu_runtime* runtime, int error) {
  if (error == MINIGPU_NO_DRIVER) return runtime->problem;
  if (error == MINIGPU_NO_GPU_CODE) return "this build of minigpu has no code for GPUs";
  return cuda_driver::text_of(runtime->driver, error);
}

}  // extern "C"
