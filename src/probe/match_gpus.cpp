// SPDX-License-Identifier: Apache-2.0
#include "probe/match_gpus.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kenv::probe {
namespace {

constexpr auto kDevice = "device";

std::string framework_of(const std::vector<Check>& general) {
  return general.empty() ? "probe" : general.front().framework;
}

/// Why this is a result of another GPU; empty if it may well be this one.
std::string mismatch(const ProbeGpu& wanted, const GpuResult& found) {
  if (!wanted.name.empty() && !found.name.empty() && wanted.name != found.name)
    return fmt::format("the probe ran on another GPU: {} instead of {}", found.name, wanted.name);
  if (wanted.capability && !found.capability.empty() && wanted.capability->text() != found.capability)
    return fmt::format("the probe ran on another GPU: compute capability {} instead of {}", found.capability,
                       wanted.capability->text());
  return {};
}

}  // namespace

int ordinal_of(const std::vector<ProbeGpu>& wanted, bool by_uuid, const ProbeGpu& gpu) {
  if (!by_uuid) return gpu.index;
  const auto at = std::ranges::find(wanted, gpu.uuid, &ProbeGpu::uuid);
  return static_cast<int>(at - wanted.begin());
}

std::vector<GpuResult> match_gpus(const std::vector<ProbeGpu>& wanted, bool by_uuid, std::vector<GpuResult> found,
                                  std::vector<Check>& general) {
  // Where an import failed nothing ran on any GPU, and the import is the failure.
  const bool imported = !general.empty() && general.front().status == CheckStatus::Passed;
  const std::string framework = framework_of(general);
  std::vector<GpuResult> results;
  for (const ProbeGpu& gpu : wanted) {
    const auto at = std::ranges::find(found, ordinal_of(wanted, by_uuid, gpu), &GpuResult::index);
    GpuResult result{gpu.index, gpu.name, gpu.capability ? gpu.capability->text() : "", gpu.uuid, {}};
    if (at == found.end()) {
      const char* why = imported ? "the probe reported nothing for this GPU" : "nothing ran: the import failed";
      const auto status = imported ? CheckStatus::Failed : CheckStatus::Skipped;
      result.checks.push_back({framework, kDevice, status, why});
    } else {
      const std::string other = mismatch(gpu, *at);
      if (!at->name.empty()) result.name = at->name;
      if (!at->capability.empty()) result.capability = at->capability;
      result.checks = std::move(at->checks);
      if (!other.empty()) result.checks.insert(result.checks.begin(), {framework, kDevice, CheckStatus::Failed, other});
      found.erase(at);
    }
    results.push_back(std::move(result));
  }
  for (const GpuResult& extra : found) {
    general.push_back(
        {framework, kDevice, CheckStatus::Failed,
         fmt::format("the probe reported twice, or on CUDA device {}, which was not asked for", extra.index)});
  }
  return results;
}

}  // namespace kenv::probe
