// SPDX-License-Identifier: Apache-2.0
#include "resolvers/prereleases.hpp"

#include <algorithm>
#include <vector>

#include "resolvers/constraints.hpp"

namespace kenv::resolvers {
namespace {

/// Everything that the chosen candidates and the user demand of one package.
std::vector<python::Requirement> demands_on(const python::PackageName& name, const Solver& solver, Universe& universe,
                                            const Surroundings& around) {
  std::vector<python::Requirement> demands;
  for (const auto* constraint : applying_constraints(name, around.request)) demands.push_back(*constraint);
  for (PackageId id = 0; id < solver.packages(); ++id) {
    const auto chosen = solver.chosen(id);
    if (!chosen) continue;
    const auto required = universe.requirements(id, *chosen);
    if (!required) continue;
    for (const auto& requirement : required->all)
      if (requirement.name == name) demands.push_back(requirement);
  }
  return demands;
}

bool invited(const CandidateList& list, const std::vector<python::Requirement>& demands) {
  if (std::ranges::any_of(demands, [](const auto& one) { return one.specifier.names_prerelease(); })) return true;
  return std::ranges::none_of(list.candidates, [&](const Candidate& other) {
    return other.eligible() && !other.version.is_prerelease() &&
           std::ranges::all_of(demands, [&](const auto& one) { return one.specifier.contains(other.version); });
  });
}

/// Whoever has it already has let it in: PEP 440 accepts "already installed" pre-releases, and so does taking over.
bool to_be_kept(const python::PackageName& name, const python::Version& version, const Request& request) {
  const auto preferred = request.preferred.find(name);
  return preferred != request.preferred.end() && preferred->second == version;
}

}  // namespace

std::vector<python::PackageName> uninvited_prereleases(const Solver& solver, Universe& universe,
                                                       const Surroundings& around) {
  std::vector<python::PackageName> result;
  for (PackageId id = 1; id < solver.packages(); ++id) {
    const auto chosen = solver.chosen(id);
    if (!chosen || universe.is_extra(id) || universe.is_framework(id)) continue;
    const CandidateList& list = universe.list(id);
    const Candidate& candidate = list.candidates[*chosen];
    if (candidate.installed || candidate.direct || !candidate.version.is_prerelease()) continue;
    if (around.request.admits_prereleases(list.name) || to_be_kept(list.name, candidate.version, around.request))
      continue;
    if (!invited(list, demands_on(list.name, solver, universe, around))) result.push_back(list.name);
  }
  return result;
}

}  // namespace kenv::resolvers
