// SPDX-License-Identifier: Apache-2.0
#include "probe/launch_result.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace kenv::probe {
namespace {

/// Copies go through the driver's copy engines; neither they nor what asks the driver prove that a kernel runs.
bool launches_kernels(const Check& check) {
  constexpr std::array<std::string_view, 3> kOthers{"device", "context", "copy"};
  return std::ranges::find(kOthers, check.check) == kOthers.end();
}

void require_a_launch(GpuResult& gpu) {
  const bool failed =
      std::ranges::any_of(gpu.checks, [](const Check& check) { return check.status == CheckStatus::Failed; });
  const bool launched = std::ranges::any_of(
      gpu.checks, [](const Check& check) { return check.status == CheckStatus::Passed && launches_kernels(check); });
  if (failed || launched) return;
  const std::string framework = gpu.checks.empty() ? "probe" : gpu.checks.front().framework;
  gpu.checks.push_back({framework, "launch", CheckStatus::Failed, "no kernel was launched on this GPU"});
}

std::optional<std::string> first_failure(const std::vector<Check>& checks, std::string_view where) {
  for (const Check& check : checks) {
    if (check.status == CheckStatus::Failed)
      return fmt::format("{}{} {}: {}", where, check.framework, check.check, check.error);
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_text(CheckStatus status) {
  switch (status) {
    case CheckStatus::Passed:
      return "passed";
    case CheckStatus::Failed:
      return "failed";
    case CheckStatus::Skipped:
      return "skipped";
  }
  return "failed";
}

std::string_view to_text(LaunchResult::Status status) {
  switch (status) {
    case LaunchResult::Status::Passed:
      return "passed";
    case LaunchResult::Status::Failed:
      return "failed";
    case LaunchResult::Status::NotRun:
      return "not-run";
  }
  return "failed";
}

std::optional<std::string> first_failure(const LaunchResult& result) {
  if (auto failure = first_failure(result.checks, "")) return failure;
  for (const GpuResult& gpu : result.gpus) {
    if (auto failure = first_failure(gpu.checks, fmt::format("GPU {}: ", gpu.index))) return failure;
  }
  return std::nullopt;
}

void judge(LaunchResult& result) {
  for (GpuResult& gpu : result.gpus) require_a_launch(gpu);
  if (auto failure = first_failure(result)) {
    result.status = LaunchResult::Status::Failed;
    result.reason = *std::move(failure);
  } else if (result.gpus.empty()) {
    result.status = LaunchResult::Status::NotRun;
    result.reason = "no GPU to launch on";
  } else {
    result.status = LaunchResult::Status::Passed;
    result.reason.clear();
  }
}

}  // namespace kenv::probe
