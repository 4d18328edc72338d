// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/driver_needed.hpp"

#include <algorithm>

#include "resolvers/builds/coverage.hpp"

namespace kenv::resolvers {

std::optional<gpu::DriverVersion> driver_needed(const Candidate& candidate, const Request& request,
                                                const manifest::Catalog& catalog) {
  const bool only_driver =
      std::ranges::all_of(candidate.rejections, [](const auto& one) { return one.rule == "driver" && !one.gpu; });
  if (candidate.eligible() || !only_driver || !candidate.build) return std::nullopt;
  const auto floor = catalog.cuda.floor_for(*candidate.build, request.os);
  const bool serves = floor && std::ranges::all_of(request.gpus, [&](const TargetGpu& gpu) {
                        const auto last = catalog.cuda.last_branch_for(gpu.capability);
                        const auto coverage = coverage_of(*candidate.build, gpu, request, catalog);
                        return coverage.main == gpu::Coverage::Native &&
                               (!request.complete || coverage.uncovered.empty()) && (!last || floor->branch() <= *last);
                      });
  return serves ? floor : std::nullopt;
}

}  // namespace kenv::resolvers
