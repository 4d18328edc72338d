// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

// What kenv-probe says, before it is JSON. docs/schemas holds the document's schema.
namespace native_probe {

struct Check {
  std::string check;   ///< "context", "memory", "copy", "launch-sass", "launch-ptx"
  std::string status;  ///< "passed", "failed", "skipped"
  std::string error;   ///< with the driver's name and number
  std::string symbol;  ///< the kernel or driver function
  double milliseconds = 0;
};

struct GpuReport {
  int index = 0;
  std::string name, uuid, capability;
  unsigned long long memory_bytes = 0, free_bytes = 0;
  std::vector<Check> checks;
};

struct Report {
  int driver_version = 0;  ///< 13000 for CUDA 13.0
  std::vector<GpuReport> gpus;
};

std::string render(const Report& report);
std::string render_error(const std::string& error);

}  // namespace native_probe
