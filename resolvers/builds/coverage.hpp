// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>

#include "gpu/compatibility.hpp"
#include "manifest/manifest.hpp"
#include "plan/plan.hpp"
#include "resolvers/request.hpp"

namespace kenv::resolvers {

/// How a build serves one GPU, as far as a manifest knows.
struct BuildCoverage {
  gpu::Coverage main = gpu::Coverage::None;  ///< of the main library, the driver's PTX version taken into account
  bool ptx_too_new = false;                  ///< there is PTX for the GPU, but the driver cannot compile it
  std::string target;                        ///< the code that serves the GPU: "sm_120"
  std::vector<plan::GpuCoverage::Uncovered> uncovered{};  ///< other libraries that do not serve it
  bool complete() const { return main != gpu::Coverage::None && uncovered.empty(); }
};

/// A build without GPU code, by its facts or by its name.
bool is_cpu_build(const manifest::Build& build);
/// The PTX version of a build's PTX: as stated, else that of its toolkit.
std::optional<gpu::PtxIsa> ptx_isa_of(const manifest::Build& build);
/// The newest PTX that the request's driver compiles; none if the driver is unknown.
std::optional<gpu::PtxIsa> driver_ptx(const Request& request, const manifest::Catalog& catalog);

BuildCoverage coverage_of(const manifest::Build& build, const TargetGpu& gpu, const Request& request,
                          const manifest::Catalog& catalog);
/// The same for people and documents.
plan::GpuCoverage to_plan(const BuildCoverage& coverage, const TargetGpu& gpu);

/// "sm_75, sm_80, sm_86, sm_90, sm_100, sm_120"; a longer list by its first ones and its last.
std::string targets_text(const manifest::Build& build);
/// "GPU 0 (Tesla V100)"
std::string gpu_text(const TargetGpu& gpu);

}  // namespace kenv::resolvers
