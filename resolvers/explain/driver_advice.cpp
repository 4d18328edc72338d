// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/driver_advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "resolvers/builds/coverage.hpp"

namespace kenv::resolvers {
namespace {

/// The oldest driver with which the build would serve every GPU; none if no driver does that.
std::optional<gpu::DriverVersion> driver_for(const Candidate& candidate, const Request& request,
                                             const manifest::Catalog& catalog) {
  const bool only_driver =
      std::ranges::all_of(candidate.rejections, [](const auto& one) { return one.rule == "driver" && !one.gpu; });
  if (candidate.eligible() || !only_driver || !candidate.build) return std::nullopt;
  auto floor = candidate.build->needs_driver;
  if (!floor && candidate.build->cuda) floor = catalog.cuda.floor_for(*candidate.build->cuda, request.os);
  const bool serves = floor && std::ranges::all_of(request.gpus, [&](const TargetGpu& gpu) {
                        const auto last = catalog.cuda.last_branch_for(gpu.capability);
                        return coverage_of(*candidate.build, gpu, request, catalog).main == gpu::Coverage::Native &&
                               (!last || floor->branch() <= *last);
                      });
  return serves ? floor : std::nullopt;
}

}  // namespace

std::string driver_advice(const Universe& universe, const Request& request, const manifest::Catalog& catalog) {
  if (!request.driver) return {};
  for (PackageId id = 1; id < universe.size(); ++id) {
    if (universe.decision_class(id) != 0 || universe.is_extra(id)) continue;
    const CandidateList& list = universe.list(id);
    if (std::ranges::any_of(list.candidates, [](const Candidate& one) { return one.eligible(); })) continue;
    for (const auto& candidate : list.candidates)
      if (const auto driver = driver_for(candidate, request, catalog))
        return fmt::format("with driver {} or newer {} would be possible; this machine has {}", driver->text(),
                           to_text(list.name, candidate), request.driver->text());
  }
  return {};
}

}  // namespace kenv::resolvers
