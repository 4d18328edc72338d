// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What launch tests answer. A check that did not run to its end with a right result has failed or was skipped: nothing
// passes by default.
namespace kenv::probe {

enum class CheckStatus { Passed, Failed, Skipped };
std::string_view to_text(CheckStatus status);  ///< "passed", "failed", "skipped", as the documents say

/// One operation tried on one GPU.
struct Check {
  std::string framework;  ///< "torch", "torchvision", "driver", ...
  std::string check;      ///< "fill", "conv2d", "launch-ptx", ...
  CheckStatus status = CheckStatus::Failed;
  std::string error{};                ///< why it failed or was skipped, with the error's name and number
  std::string symbol{};               ///< the operation, kernel or driver function that failed, where known
  std::optional<double> max_error{};  ///< against the reference, in the check's own measure
  double milliseconds = 0;
};

struct GpuResult {
  int index = 0;  ///< as asked for: the index in the machine's facts
  std::string name;
  std::string capability;  ///< "9.0"
  std::string uuid;        ///< where the probe tells it
  std::vector<Check> checks;
};

struct LaunchResult {
  enum class Status { Passed, Failed, NotRun };
  Status status = Status::NotRun;
  std::string reason;         ///< of Failed and NotRun, one line
  std::vector<Check> checks;  ///< of the whole environment: "import", and what ran on the CPU
  std::vector<GpuResult> gpus;
  bool at_final_path = false;  ///< the staged tree was seen where it will lie after the commit

  bool passed() const { return status == Status::Passed; }
};
std::string_view to_text(LaunchResult::Status status);  ///< "passed", "failed", "not-run"

/// The first failed check as "GPU 0: minigpu fill: ...", the general checks first; none if none failed.
std::optional<std::string> first_failure(const LaunchResult& result);

/// Sets status and reason from the checks: Passed needs a kernel that ran on every GPU in the list and no failed check.
/// With no GPU in the list it is NotRun, or Failed where a general check failed.
void judge(LaunchResult& result);

}  // namespace kenv::probe
