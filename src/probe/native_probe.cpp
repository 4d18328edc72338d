// SPDX-License-Identifier: Apache-2.0
#include "io/process.hpp"
#include "probe/child_outcome.hpp"
#include "probe/launch_test.hpp"
#include "probe/read_document.hpp"

namespace kenv::probe {

LaunchResult run_native_probe(const std::filesystem::path& program, std::chrono::milliseconds time_limit) {
  constexpr int kNoDriver = 3;
  io::Command command{.arguments = {program.string()}};
  command.set = {{"CUDA_DEVICE_ORDER", "PCI_BUS_ID"},  // indices as NVML and nvidia-smi count
                 {"CUDA_CACHE_DISABLE", "1"}};         // nothing is written into the user's cache
  command.time_limit = time_limit;
  const io::ProcessResult process = io::run(command);
  auto document = read_native_output(process.output);

  LaunchResult result;
  if (process.exit_code == kNoDriver && document && !document->error.empty()) {
    result.reason = document->error;
    return result;
  }
  if (document) result.gpus = std::move(document->gpus);
  std::string problem = describe_end(process, time_limit);
  if (problem.empty() && !document) problem = document.error().message;
  if (problem.empty() && result.gpus.empty()) problem = "kenv-probe reported on no GPU";
  if (!problem.empty()) result.checks.push_back({"driver", "kenv-probe", CheckStatus::Failed, problem});
  judge(result);
  return result;
}

}  // namespace kenv::probe
