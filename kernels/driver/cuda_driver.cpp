// SPDX-License-Identifier: Apache-2.0
#include "driver/cuda_driver.hpp"

#include <dlfcn.h>

#include <cstdio>
#include <cstring>

// dlopen and dlsym moved into libc with glibc 2.34 and got a new version there. Asking for the old one lets a library
// that is built on a new system load on the older systems that its wheel's tag promises.
#if defined(__GLIBC__) && defined(__x86_64__)
__asm__(".symver dlopen, dlopen@GLIBC_2.2.5");
__asm__(".symver dlsym, dlsym@GLIBC_2.2.5");
__asm__(".symver dlerror, dlerror@GLIBC_2.2.5");
#elif defined(__GLIBC__) && defined(__aarch64__)
__asm__(".symver dlopen, dlopen@GLIBC_2.17");
__asm__(".symver dlsym, dlsym@GLIBC_2.17");
__asm__(".symver dlerror, dlerror@GLIBC_2.17");
#endif

namespace cuda_driver {
namespace {

class Library {
 public:
  Library(void* handle, char* why, std::size_t why_size) : handle_(handle), why_(why), why_size_(why_size) {}

  template <class Pointer>
  void find(Pointer& function, const char* name) {
    void* symbol = dlsym(handle_, name);
    std::memcpy(&function, &symbol, sizeof symbol);  // a function pointer from an object pointer, as POSIX allows
    if (symbol == nullptr && complete_) {
      complete_ = false;
      std::snprintf(why_, why_size_, "libcuda.so.1 has no %s: the driver is too old", name);
    }
  }

  bool complete() const { return complete_; }

 private:
  void* handle_;
  char* why_;
  std::size_t why_size_;
  bool complete_ = true;
};

}  // namespace

bool open(Driver& driver, char* why, std::size_t why_size) {
  // Never closed: the driver has threads and exit handlers of its own.
  void* handle = dlopen("libcuda.so.1", RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = dlerror();
    std::snprintf(why, why_size, "%s", reason != nullptr ? reason : "libcuda.so.1 cannot be loaded");
    return false;
  }
  Library library(handle, why, why_size);
  library.find(driver.init, "cuInit");
  library.find(driver.driver_version, "cuDriverGetVersion");
  library.find(driver.device_count, "cuDeviceGetCount");
  library.find(driver.device, "cuDeviceGet");
  library.find(driver.device_name, "cuDeviceGetName");
  library.find(driver.device_uuid, "cuDeviceGetUuid");
  library.find(driver.device_attribute, "cuDeviceGetAttribute");
  library.find(driver.device_memory, "cuDeviceTotalMem_v2");
  library.find(driver.retain_context, "cuDevicePrimaryCtxRetain");
  library.find(driver.release_context, "cuDevicePrimaryCtxRelease");
  library.find(driver.set_context, "cuCtxSetCurrent");
  library.find(driver.synchronize, "cuCtxSynchronize");
  library.find(driver.memory_info, "cuMemGetInfo_v2");
  library.find(driver.allocate, "cuMemAlloc_v2");
  library.find(driver.release, "cuMemFree_v2");
  library.find(driver.upload, "cuMemcpyHtoD_v2");
  library.find(driver.download, "cuMemcpyDtoH_v2");
  library.find(driver.load_module, "cuModuleLoadData");
  library.find(driver.find_function, "cuModuleGetFunction");
  library.find(driver.launch, "cuLaunchKernel");
  library.find(driver.error_name, "cuGetErrorName");
  library.find(driver.error_text, "cuGetErrorString");
  return library.complete();
}

const char* name_of(const Driver& driver, Result error) {
  const char* name = nullptr;
  if (driver.error_name == nullptr || driver.error_name(error, &name) != 0 || name == nullptr)
    return "CUDA_ERROR_UNKNOWN";
  return name;
}

const char* text_of(const Driver& driver, Result error) {
  const char* text = nullptr;
  if (driver.error_text == nullptr || driver.error_text(error, &text) != 0 || text == nullptr) return "unknown error";
  return text;
}

void print_uuid(const Uuid& uuid, char* out, std::size_t out_size) {
  const unsigned char* b = uuid.bytes;
  std::snprintf(out, out_size, "GPU-%02x%02x%02x%02x-%02x%02x-%02x%02x-%02x%02x-%02x%02x%02x%02x%02x%02x", b[0], b[1],
                b[2], b[3], b[4], b[5], b[6], b[7], b[8], b[9], b[10], b[11], b[12], b[13], b[14], b[15]);
}

}  // namespace cuda_driver
