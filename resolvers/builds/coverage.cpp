// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace kenv::resolvers {
namespace {

/// The target that serves the GPU best: native before PTX, and of those the one nearest to the GPU.
std::optional<gpu::CodeTarget> best_target(const std::vector<gpu::CodeTarget>& targets, const TargetGpu& gpu) {
  std::optional<gpu::CodeTarget> best;
  for (const auto& target : targets)
    if (gpu::coverage_of(target, gpu.capability) != gpu::Coverage::None &&
        (!best || best->capability <= target.capability))
      best = target;
  return best;
}

bool serves(const std::vector<gpu::CodeTarget>& targets, const TargetGpu& gpu) {
  return best_target(targets, gpu).has_value();
}

}  // namespace

bool is_cpu_build(const manifest::Build& build) {
  return build.variant == "cpu" || (!build.has_gpu_code() && !build.cuda);
}

std::optional<gpu::PtxIsa> ptx_isa_of(const manifest::Build& build) {
  if (build.ptx_isa) return build.ptx_isa;
  if (build.cuda) return gpu::ptx_isa_of(*build.cuda);
  return std::nullopt;
}

std::optional<gpu::PtxIsa> driver_ptx(const Request& request, const manifest::Catalog& catalog) {
  if (!request.driver) return std::nullopt;
  if (const auto cuda = catalog.cuda.cuda_of(*request.driver)) return gpu::ptx_isa_of(*cuda);
  return std::nullopt;
}

BuildCoverage coverage_of(const manifest::Build& build, const TargetGpu& gpu, const Request& request,
                          const manifest::Catalog& catalog) {
  BuildCoverage coverage;
  const auto driver = driver_ptx(request, catalog);
  const auto needed = ptx_isa_of(build);
  const bool compiles = !driver || !needed || *needed <= *driver;
  if (const auto native = best_target(build.targets, gpu)) {
    coverage.main = gpu::Coverage::Native;
    coverage.target = native->text();
  } else if (const auto ptx = best_target(build.ptx, gpu)) {
    coverage.ptx_too_new = !compiles;
    if (compiles) coverage.main = gpu::Coverage::Jit;
    coverage.target = ptx->text();
  }
  if (coverage.main == gpu::Coverage::None) return coverage;
  for (const auto& library : build.libraries)
    if (!library.targets.empty() && !serves(library.targets, gpu))
      coverage.uncovered.push_back({library.path, library.containers, library.containers});
  return coverage;
}

plan::GpuCoverage to_plan(const BuildCoverage& coverage, const TargetGpu& gpu) {
  const bool partial = coverage.main != gpu::Coverage::None && !coverage.complete();
  return {gpu.index, gpu.name, partial ? "partial" : std::string(gpu::to_text(coverage.main)), coverage.target,
          coverage.uncovered};
}

std::string targets_text(const manifest::Build& build) {
  std::vector<gpu::CodeTarget> targets = build.targets;
  targets.insert(targets.end(), build.ptx.begin(), build.ptx.end());
  std::vector<std::string> names;
  for (const auto& target : targets) names.push_back(target.text());
  constexpr std::size_t kMostTold = 8;
  if (names.size() > kMostTold) names = {names[0], names[1], "…", names.back()};
  return text::join(names, ", ");
}

std::string gpu_text(const TargetGpu& gpu) {
  return gpu.name.empty() ? fmt::format("GPU {}", gpu.index) : fmt::format("GPU {} ({})", gpu.index, gpu.name);
}

}  // namespace kenv::resolvers
