// SPDX-License-Identifier: Apache-2.0
#include "native_probe/check_gpu.hpp"

#include <chrono>
#include <cstdint>
#include <numeric>
#include <vector>

#include "driver/container.hpp"

namespace native_probe {

extern const Container machine_code, ptx;

namespace {

constexpr std::uint32_t kCount = 1u << 16;
constexpr std::uint32_t kThreads = 256;
constexpr auto kKernel = "probe_sum";

using Clock = std::chrono::steady_clock;

/// The outcome of a step: an empty error is success.
struct Outcome {
  std::string error, symbol{};
  bool skipped = false;
};

std::string describe(const cuda_driver::Driver& driver, const char* function, int error) {
  return std::string(function) + ": " + cuda_driver::name_of(driver, error) + " (" + std::to_string(error) +
         "): " + cuda_driver::text_of(driver, error);
}

/// Calls driver functions one after the other until one fails.
class Sequence {
 public:
  explicit Sequence(const cuda_driver::Driver& driver) : driver_(driver) {}

  template <class Call>
  Sequence& then(const char* function, Call call) {
    if (error_ != 0) return *this;
    error_ = call();
    if (error_ != 0) outcome_ = {describe(driver_, function, error_), function};
    return *this;
  }
  int error() const { return error_; }
  const Outcome& outcome() const { return outcome_; }

 private:
  const cuda_driver::Driver& driver_;
  int error_ = 0;
  Outcome outcome_;
};

/// Device memory that is given back; a failure to allocate shows as an error.
struct Memory {
  Memory(const cuda_driver::Driver& owner, std::size_t bytes)
      : driver(owner), error(driver.allocate(&address, bytes)) {}
  ~Memory() {
    if (error == 0) driver.release(address);
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  const cuda_driver::Driver& driver;
  cuda_driver::Address address = 0;
  int error;
};

Outcome copy(const cuda_driver::Driver& driver) {
  std::vector<std::uint32_t> sent(kCount), received(kCount);
  std::iota(sent.begin(), sent.end(), 7u);
  Memory memory(driver, kCount * sizeof(std::uint32_t));
  Sequence steps(driver);
  steps.then("cuMemAlloc", [&] { return memory.error; })
      .then("cuMemcpyHtoD", [&] { return driver.upload(memory.address, sent.data(), kCount * sizeof(std::uint32_t)); })
      .then("cuMemcpyDtoH",
            [&] { return driver.download(received.data(), memory.address, kCount * sizeof(std::uint32_t)); });
  if (steps.error() == 0 && sent != received)
    return {"what was copied back differs from what was sent", "cuMemcpyDtoH"};
  return steps.outcome();
}

/// Every value that the kernel should have written, and their sum.
Outcome compare(const std::vector<std::uint32_t>& values, std::uint64_t sum) {
  std::uint64_t expected = 0;
  for (std::uint32_t i = 0; i < kCount; ++i) {
    if (values[i] != 3 * i + 1) {
      return {"value " + std::to_string(i) + " is " + std::to_string(values[i]) + ", not " + std::to_string(3 * i + 1),
              kKernel};
    }
    expected += values[i];
  }
  if (sum != expected) return {"the sum is " + std::to_string(sum) + ", not " + std::to_string(expected), kKernel};
  return {};
}

Outcome launch(const cuda_driver::Driver& driver, const Container& container) {
  std::vector<std::uint32_t> values(kCount);
  std::uint64_t sum = 0;
  std::uint32_t count = kCount;
  cuda_driver::Module module = nullptr;
  cuda_driver::Function function = nullptr;
  Memory out(driver, kCount * sizeof(std::uint32_t)), result(driver, sizeof sum);
  void* parameters[] = {&out.address, &result.address, &count};
  Sequence steps(driver);
  steps.then("cuMemAlloc", [&] { return out.error != 0 ? out.error : result.error; })
      .then("cuMemcpyHtoD", [&] { return driver.upload(out.address, values.data(), kCount * sizeof(std::uint32_t)); })
      .then("cuMemcpyHtoD", [&] { return driver.upload(result.address, &sum, sizeof sum); })
      .then("cuModuleLoadData", [&] { return driver.load_module(&module, container.image); })
      .then("cuModuleGetFunction", [&] { return driver.find_function(&function, module, kKernel); })
      .then("cuLaunchKernel",
            [&] {
              return driver.launch(function, kCount / kThreads, 1, 1, kThreads, 1, 1, 0, nullptr, parameters, nullptr);
            })
      .then("cuCtxSynchronize", [&] { return driver.synchronize(); })
      .then("cuMemcpyDtoH", [&] { return driver.download(values.data(), out.address, kCount * sizeof(std::uint32_t)); })
      .then("cuMemcpyDtoH", [&] { return driver.download(&sum, result.address, sizeof sum); });
  return steps.error() == 0 ? compare(values, sum) : steps.outcome();
}

Outcome launch_machine_code(const cuda_driver::Driver& driver) {
  Outcome outcome = launch(driver, machine_code);
  // A GPU newer than this program: not the driver's fault, and the PTX launch decides.
  const std::string missing = "(" + std::to_string(cuda_driver::kNoBinaryForGpu) + ")";
  if (outcome.error.find(missing) != std::string::npos) outcome.skipped = true;
  return outcome;
}

template <class Step>
bool run(GpuReport& report, const char* name, Step step) {
  const auto start = Clock::now();
  const Outcome outcome = step();
  const std::chrono::duration<double, std::milli> elapsed = Clock::now() - start;
  const char* status = outcome.skipped ? "skipped" : outcome.error.empty() ? "passed" : "failed";
  report.checks.push_back({name, status, outcome.error, outcome.symbol, elapsed.count()});
  return outcome.error.empty();
}

void skip(GpuReport& report, std::initializer_list<const char*> names, const char* why) {
  for (const char* name : names) report.checks.push_back({name, "skipped", why, ""});
}

}  // namespace

GpuReport describe_gpu(const cuda_driver::Driver& driver, int index) {
  GpuReport report;
  report.index = index;
  cuda_driver::Device device = 0;
  char text[256] = "";
  int major = 0, minor = 0;
  std::size_t memory = 0;
  cuda_driver::Uuid uuid{};
  if (driver.device(&device, index) != 0) return report;
  if (driver.device_name(text, sizeof text, device) == 0) report.name = text;
  if (driver.device_uuid(&uuid, device) == 0) {
    cuda_driver::print_uuid(uuid, text, sizeof text);
    report.uuid = text;
  }
  if (driver.device_attribute(&major, cuda_driver::kCapabilityMajor, device) == 0 &&
      driver.device_attribute(&minor, cuda_driver::kCapabilityMinor, device) == 0) {
    report.capability = std::to_string(major) + "." + std::to_string(minor);
  }
  if (driver.device_memory(&memory, device) == 0) report.memory_bytes = memory;
  return report;
}

GpuReport check_gpu(const cuda_driver::Driver& driver, int index) {
  GpuReport report = describe_gpu(driver, index);
  cuda_driver::Device device = 0;
  cuda_driver::Context context = nullptr;
  const bool entered = run(report, "context", [&] {
    Sequence steps(driver);
    steps.then("cuDeviceGet", [&] { return driver.device(&device, index); })
        .then("cuDevicePrimaryCtxRetain", [&] { return driver.retain_context(&context, device); })
        .then("cuCtxSetCurrent", [&] { return driver.set_context(context); });
    return steps.outcome();
  });
  if (!entered) {
    skip(report, {"copy", "launch-sass", "launch-ptx"}, "there is no context");
    return report;
  }
  std::size_t free_bytes = 0, total_bytes = 0;
  if (driver.memory_info(&free_bytes, &total_bytes) == 0) report.free_bytes = free_bytes;
  run(report, "copy", [&] { return copy(driver); });
  run(report, "launch-sass", [&] { return launch_machine_code(driver); });
  run(report, "launch-ptx", [&] { return launch(driver, ptx); });
  driver.release_context(device);
  return report;
}

}  // namespace native_probe
