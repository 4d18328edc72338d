// SPDX-License-Identifier: Apache-2.0
// A libnvidia-ml.so.1 that answers what the variable KENV_FAKE_NVML tells it to, for machines without a GPU:
//
//   driver=580.65.06;cuda=13000;gpu=NVIDIA GeForce RTX 5090|12.0|00000000:01:00.0|2b85|0
//
// One "gpu=" per GPU: name, compute capability, PCI bus, PCI device id, MIG mode (0, 1, or - for not supported).
// "init=18" makes nvmlInit fail with that status (18: driver/library version mismatch). A field that is left out makes
// the function that would tell it fail, as an old driver does.
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

namespace {

constexpr int kSuccess = 0, kInvalidArgument = 2, kNotSupported = 3, kNotFound = 6;

struct FakeGpu {
  std::vector<std::string> fields;
  std::string field(std::size_t i) const { return i < fields.size() ? fields[i] : std::string(); }
};

struct Answers {
  int init = kSuccess;
  std::string driver;
  int cuda = 0;
  std::vector<FakeGpu> gpus;
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream stream(text);
  for (std::string part; std::getline(stream, part, separator);) parts.push_back(part);
  return parts;
}

Answers& answers() {
  static Answers current;
  return current;
}

int put(const std::string& text, char* out, unsigned length) {
  if (text.empty()) return kNotFound;
  std::strncpy(out, text.c_str(), length - 1);
  out[length - 1] = '\0';
  return kSuccess;
}

const FakeGpu& of(void* device) { return *static_cast<const FakeGpu*>(device); }

struct PciInfo {
  char legacy_bus_id[16];
  unsigned domain, bus, device, device_id, subsystem_id;
  char bus_id[32];
};

}  // namespace

extern "C" {

int nvmlInit_v2() {
  Answers read;
  const char* script = std::getenv("KENV_FAKE_NVML");
  for (const std::string& part : split(script == nullptr ? "" : script, ';')) {
    const auto equals = part.find('=');
    const std::string key = part.substr(0, equals), value = equals == std::string::npos ? "" : part.substr(equals + 1);
    if (key == "init") read.init = std::atoi(value.c_str());
    if (key == "driver") read.driver = value;
    if (key == "cuda") read.cuda = std::atoi(value.c_str());
    if (key == "gpu") read.gpus.push_back({split(value, '|')});
  }
  answers() = read;
  return read.init;
}

int nvmlShutdown() { return kSuccess; }

const char* nvmlErrorString(int status) {
  return status == 18 ? "Driver/library version mismatch" : status == 9 ? "Driver Not Loaded" : "Unknown Error";
}

int nvmlSystemGetDriverVersion(char* out, unsigned length) { return put(answers().driver, out, length); }

int nvmlSystemGetCudaDriverVersion_v2(int* out) {
  *out = answers().cuda;
  return answers().cuda > 0 ? kSuccess : kNotFound;
}

int nvmlDeviceGetCount_v2(unsigned* out) {
  *out = static_cast<unsigned>(answers().gpus.size());
  return kSuccess;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** out) {
  if (index >= answers().gpus.size()) return kInvalidArgument;
  *out = &answers().gpus[index];
  return kSuccess;
}

int nvmlDeviceGetName(void* device, char* out, unsigned length) { return put(of(device).field(0), out, length); }

int nvmlDeviceGetCudaComputeCapability(void* device, int* major, int* minor) {
  const auto parts = split(of(device).field(1), '.');
  if (parts.size() != 2) return kNotSupported;
  *major = std::atoi(parts[0].c_str());
  *minor = std::atoi(parts[1].c_str());
  return kSuccess;
}

int nvmlDeviceGetUUID(void* device, char* out, unsigned length) {
  return put("GPU-fake-" + of(device).field(2), out, length);
}

int nvmlDeviceGetPciInfo_v3(void* device, PciInfo* out) {
  if (of(device).field(2).empty()) return kNotSupported;
  *out = {};
  const auto id = static_cast<unsigned>(std::strtoul(of(device).field(3).c_str(), nullptr, 16));
  out->device_id = id << 16 | 0x10de;
  return put(of(device).field(2), out->bus_id, sizeof out->bus_id);
}

int nvmlDeviceGetMigMode(void* device, unsigned* now, unsigned* later) {
  const std::string mode = of(device).field(4);
  if (mode != "0" && mode != "1") return kNotSupported;
  *now = *later = mode == "1" ? 1 : 0;
  return kSuccess;
}

}  // extern "C"
