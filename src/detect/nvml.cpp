// SPDX-License-Identifier: Apache-2.0
#include "detect/nvml.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <array>
#include <memory>

#include "detect/pci.hpp"

// NVML is loaded at run time with prototypes of our own (nvml.h documents them), so that kenv is built and started on
// machines that never saw NVIDIA software. Functions are looked up one by one: an older driver lacks the newest.
namespace kenv::detect {
namespace {

using Status = int;
constexpr Status kSuccess = 0, kNotSupported = 3;
struct DeviceHandle;

struct PciInfo {  // nvmlPciInfo_t
  char legacy_bus_id[16];
  unsigned domain, bus, device;
  unsigned device_id;  ///< device << 16 | vendor
  unsigned subsystem_id;
  char bus_id[32];
};

class Library {
 public:
  explicit Library(void* handle) : handle_(handle) {}
  ~Library() { ::dlclose(handle_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// Calls a function of the library; nothing if it does not have it.
  template <class... Arguments>
  std::optional<Status> call(const char* name, Arguments... arguments) const {
    const auto function = reinterpret_cast<Status (*)(Arguments...)>(::dlsym(handle_, name));
    if (function == nullptr) return std::nullopt;
    return function(arguments...);
  }
  template <class... Arguments>
  bool ok(const char* name, Arguments... arguments) const {
    return call(name, arguments...) == kSuccess;
  }
  std::string describe(Status status) const {
    const auto function = reinterpret_cast<const char* (*)(Status)>(::dlsym(handle_, "nvmlErrorString"));
    const char* words = function == nullptr ? nullptr : function(status);
    return words == nullptr ? fmt::format("NVML error {}", status) : std::string(words);
  }

 private:
  void* handle_;
};

/// NVML between nvmlInit and nvmlShutdown.
class Session {
 public:
  explicit Session(const Library& library) : library_(library), status_(library.call("nvmlInit_v2")) {}
  ~Session() {
    if (status_ == kSuccess) library_.call("nvmlShutdown");
  }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  std::optional<Status> status() const { return status_; }

 private:
  const Library& library_;
  std::optional<Status> status_;
};

template <class... Arguments>
std::string text_of(const Library& library, const char* name, Arguments... arguments) {
  std::array<char, 256> text{};
  const auto length = static_cast<unsigned>(text.size() - 1);
  return library.ok(name, arguments..., text.data(), length) ? std::string(text.data()) : std::string();
}

std::optional<bool> mig_mode(const Library& library, DeviceHandle* device) {
  unsigned now = 0, later = 0;
  const auto status = library.call("nvmlDeviceGetMigMode", device, &now, &later);
  if (status == kSuccess) return now == 1;
  if (status == kNotSupported) return false;
  return std::nullopt;
}

snapshot::Gpu gpu_at(const Library& library, unsigned index) {
  snapshot::Gpu gpu;
  gpu.index = static_cast<int>(index);
  gpu.seen_by = {"nvml"};
  DeviceHandle* device = nullptr;
  if (!library.ok("nvmlDeviceGetHandleByIndex_v2", index, &device)) return gpu;
  gpu.name = text_of(library, "nvmlDeviceGetName", device);
  gpu.uuid = text_of(library, "nvmlDeviceGetUUID", device);
  PciInfo pci{};
  if (library.ok("nvmlDeviceGetPciInfo_v3", device, &pci)) {
    pci.bus_id[sizeof pci.bus_id - 1] = '\0';
    gpu.pci_bus = normal_pci_bus(pci.bus_id);
    gpu.pci_id = fmt::format("{:04x}:{:04x}", pci.device_id & 0xffff, pci.device_id >> 16);
  }
  int major = 0, minor = 0;
  if (library.ok("nvmlDeviceGetCudaComputeCapability", device, &major, &minor))
    gpu.capability = gpu::ComputeCapability{major, minor};
  gpu.mig = mig_mode(library, device);
  return gpu;
}

}  // namespace

NvmlFacts query_nvml(const std::string& name) {
  NvmlFacts facts;
  void* handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (handle == nullptr) {
    const char* reason = ::dlerror();
    facts.error = reason == nullptr ? name + " cannot be loaded" : reason;
    return facts;
  }
  const Library library(handle);
  const Session session(library);
  if (session.status() != kSuccess) {
    facts.error = session.status() ? library.describe(*session.status()) : name + " has no nvmlInit_v2";
    return facts;
  }
  if (const auto version = gpu::DriverVersion::parse(text_of(library, "nvmlSystemGetDriverVersion")))
    facts.driver = *version;
  int cuda = 0;  // 13000 is 13.0
  if (library.ok("nvmlSystemGetCudaDriverVersion_v2", &cuda) && cuda > 0)
    facts.cuda = gpu::CudaVersion{cuda / 1000, cuda % 1000 / 10};
  unsigned count = 0;
  if (const auto status = library.call("nvmlDeviceGetCount_v2", &count); status != kSuccess) {
    facts.error = status ? library.describe(*status) : name + " has no nvmlDeviceGetCount_v2";
    return facts;
  }
  for (unsigned i = 0; i < count; ++i) facts.gpus.push_back(gpu_at(library, i));
  return facts;
}

}  // namespace kenv::detect
