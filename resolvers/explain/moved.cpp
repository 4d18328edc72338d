// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/moved.hpp"

#include <fmt/format.h>

#include "resolvers/builds/manifest_rows.hpp"
#include "resolvers/dependencies/satisfying.hpp"

namespace kenv::resolvers {
namespace {

/// The package of a solution by its name, without extras; null if it is not part of it or only its installed self.
const Candidate* chosen_of(const python::PackageName& name, const Solver& solver, const Universe& universe) {
  const auto id = universe.find(name);
  if (!id || *id >= solver.packages()) return nullptr;
  const auto chosen = solver.chosen(*id);
  return chosen ? &universe.list(*id).candidates[*chosen] : nullptr;
}

std::string by_what_it_requires(const InstalledPackage& package, const Solver& solver, const Universe& universe,
                                const Surroundings& around) {
  for (const auto& requirement : package.requires_dist) {
    const auto applies = requirement.marker.evaluate(around.request.markers);
    const Candidate* chosen = chosen_of(requirement.name, solver, universe);
    if (!applies || !*applies || !chosen || chosen->unnamed || requirement.specifier.contains(chosen->version))
      continue;
    return fmt::format("it requires {}, and {} is chosen", bare_text(requirement), to_text(requirement.name, *chosen));
  }
  return {};
}

std::string by_what_is_required(const InstalledPackage& package, const Solver& solver, Universe& universe) {
  for (PackageId id = 1; id < solver.packages(); ++id) {
    const auto chosen = solver.chosen(id);
    const auto required = chosen ? universe.requirements(id, *chosen) : std::nullopt;
    if (!required) continue;
    for (const auto& requirement : required->all)
      if (requirement.name == package.name && !requirement.specifier.contains(package.version))
        return fmt::format("{} requires {}", to_text(universe.list(id).name, universe.list(id).candidates[*chosen]),
                           bare_text(requirement));
  }
  return {};
}

std::string by_pairs(const InstalledPackage& package, const Solver& solver, const Universe& universe,
                     const Surroundings& around) {
  for (const auto& framework : around.catalog.frameworks) {
    const auto name = python::PackageName::from_normal(framework.name);
    const Candidate* build = chosen_of(name, solver, universe);
    if (!build) continue;
    for (const auto& companion : framework.companions) {
      const auto* pair = companion.package == package.name.text() ? pair_for(companion, build->version) : nullptr;
      if (!pair || pair->companion.contains(package.version)) continue;
      return fmt::format("{} goes with {}{}{}", to_text(name, *build), package.name.text(), pair->companion.to_text(),
                         pair->reason.empty() ? "" : fmt::format(" ({})", pair->reason));
    }
  }
  return {};
}

}  // namespace

std::string why_it_moves(const InstalledPackage& package, const Solver& solver, Universe& universe,
                         const Surroundings& around) {
  if (!package.unknown_version.empty()) return "its version `" + package.unknown_version + "` is none of the standard";
  std::string reason = by_what_it_requires(package, solver, universe, around);
  if (reason.empty()) reason = by_pairs(package, solver, universe, around);
  if (reason.empty()) reason = by_what_is_required(package, solver, universe);
  return reason;
}

}  // namespace kenv::resolvers
