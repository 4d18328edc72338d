// SPDX-License-Identifier: Apache-2.0
// kenv-probe: does this machine's driver run code on its GPUs? A program of its own, so that a driver that crashes or
// hangs takes nothing else along. One JSON document on stdout.
//
// kenv-probe [--list] [--device INDEX|UUID]...
// Exit codes: 0 the document is complete (failed checks stand in it) · 2 usage · 3 there is no driver, or no such GPU.
#include <cstdio>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

#include "driver/cuda_driver.hpp"
#include "native_probe/check_gpu.hpp"

namespace {

struct Options {
  bool list = false;
  std::vector<std::string> devices;  ///< none: all
};

std::optional<Options> parse(int count, char** arguments) {
  Options options;
  for (int i = 1; i < count; ++i) {
    if (std::strcmp(arguments[i], "--list") == 0) {
      options.list = true;
    } else if (std::strcmp(arguments[i], "--device") == 0 && i + 1 < count) {
      options.devices.emplace_back(arguments[++i]);
    } else {
      return std::nullopt;
    }
  }
  return options;
}

int fail(int code, const std::string& error) {
  std::fputs(native_probe::render_error(error).c_str(), stdout);
  return code;
}

bool is_wanted(const Options& options, const native_probe::GpuReport& gpu) {
  if (options.devices.empty()) return true;
  for (const std::string& device : options.devices) {
    if (device == std::to_string(gpu.index) || device == gpu.uuid) return true;
  }
  return false;
}

}  // namespace

int main(int argument_count, char** arguments) {
  const auto options = parse(argument_count, arguments);
  if (!options) return fail(2, "usage: kenv-probe [--list] [--device INDEX|UUID]...");
  cuda_driver::Driver driver{};
  char why[512] = "";
  if (!cuda_driver::open(driver, why, sizeof why)) return fail(3, why);
  if (const int error = driver.init(0); error != 0) {
    return fail(3, std::string("cuInit: ") + cuda_driver::name_of(driver, error) + " (" + std::to_string(error) +
                       "): " + cuda_driver::text_of(driver, error));
  }
  native_probe::Report report;
  int count = 0;
  driver.driver_version(&report.driver_version);
  driver.device_count(&count);
  for (int index = 0; index < count; ++index) {
    native_probe::GpuReport gpu = native_probe::describe_gpu(driver, index);
    if (!is_wanted(*options, gpu)) continue;
    report.gpus.push_back(options->list ? gpu : native_probe::check_gpu(driver, index));
  }
  if (report.gpus.empty()) {
    return fail(3,
                options->devices.empty() ? "the driver shows no GPU" : "the driver shows no GPU of that index or UUID");
  }
  std::fputs(native_probe::render(report).c_str(), stdout);
  return 0;
}
