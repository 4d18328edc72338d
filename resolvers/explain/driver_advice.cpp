// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/driver_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "resolvers/builds/driver_needed.hpp"
#include "resolvers/builds/rules.hpp"
#include "resolvers/constraints.hpp"
#include "resolvers/dependencies/satisfying.hpp"

namespace kenv::resolvers {

namespace {

/// What the request and the constraints leave of the builds.
StateSet asked_of(const CandidateList& list, const Request& request) {
  StateSet asked = StateSet::all(list.candidates.size() + 1);
  for (const auto* wishes : {&request.roots, &request.constraints})
    for (const auto& wish : *wishes)
      if (wish.name == list.name && applies(wish, request)) asked &= satisfying(list, wish, true);
  return asked;
}

bool stops(const std::vector<plan::Rejection>& rejections) {
  return !rejections.empty() && rejections.front().rule == "driver";
}

/// The oldest driver with which one of them would run, of those that nothing else speaks against.
std::optional<gpu::DriverVersion> least_floor(const std::vector<const Candidate*>& builds, const Request& request,
                                              const manifest::Catalog& catalog) {
  std::optional<gpu::DriverVersion> least;
  for (const auto* build : builds) {
    if (!std::ranges::all_of(build->rejections, [](const auto& one) { return one.rule == "driver"; })) continue;
    const auto floor = build->build ? catalog.cuda.floor_for(*build->build, request.os) : std::nullopt;
    if (!floor) return std::nullopt;
    if (!least || *floor < *least) least = floor;
  }
  return least;
}

}  // namespace

std::string driver_advice(const Universe& universe, const Request& request, const manifest::Catalog& catalog) {
  if (!request.driver) return {};
  for (PackageId id = 1; id < universe.size(); ++id) {
    if (universe.decision_class(id) != 0 || universe.is_extra(id)) continue;
    const CandidateList& list = universe.list(id);
    std::vector<const Candidate*> builds;
    const StateSet asked = asked_of(list, request);
    for (std::size_t i = 0; i < list.candidates.size(); ++i)
      if (asked.contains(i)) builds.push_back(&list.candidates[i]);
    if (std::ranges::any_of(builds, [](const auto* build) { return build->eligible(); })) continue;
    if (std::ranges::none_of(builds, [](const auto* build) { return stops(build->rejections); })) continue;
    for (const auto& gpu : request.gpus) {
      const auto branch = branch_for(gpu, request, catalog);
      if (!branch) continue;
      const auto floor = least_floor(builds, request, catalog);
      if (!branch->last && floor && floor->branch() > branch->number)
        return fmt::format("none of the builds that are asked for can help: install driver {} or newer", floor->text());
      return fmt::format("no build of any version can help: install a driver of branch R{}{}", branch->number,
                         branch->last ? "" : " or newer");
    }
    for (const auto* build : builds)
      if (const auto driver = driver_needed(*build, request, catalog))
        return fmt::format("with driver {} or newer {} would be possible; this machine has {}", driver->text(),
                           to_text(list.name, *build), request.driver->text());
  }
  return {};
}

}  // namespace kenv::resolvers
