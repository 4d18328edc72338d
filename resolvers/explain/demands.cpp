// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "python/location.hpp"
#include "resolvers/builds/companions.hpp"
#include "resolvers/constraints.hpp"
#include "resolvers/dependencies/satisfying.hpp"
#include "resolvers/explain/answers.hpp"

namespace kenv::resolvers {
namespace {

using Demand = plan::Explanation::Demand;

/// The bounds that manifests know and no metadata states: "torch before 2.3 was built against numpy 1".
void add_bounds(const EndedSearch& search, const python::PackageName& name, std::vector<Demand>& demands) {
  const auto own = search.universe.find(name);
  if (!own) return;
  for (PackageId id = 1; id < search.solver.packages(); ++id) {
    const auto chosen = search.chosen(id);
    if (!chosen || search.universe.is_extra(id)) continue;
    const CandidateList& list = search.universe.list(id);
    const auto* framework = search.around.catalog.framework(list.name.text());
    if (!framework) continue;
    for (const auto& companion : framework->companions) {
      if (companion.package != name.text()) continue;
      const auto bound =
          companion_bound(*framework, companion, list.candidates[*chosen], search.universe.list(*own), search.around);
      if (bound.text != companion.package)
        demands.push_back({to_text(list.name, list.candidates[*chosen]) + ", as kenv's manifest has it", bound.text});
    }
  }
}

}  // namespace

std::vector<Demand> demands_on(const EndedSearch& search, const python::PackageName& name) {
  std::vector<Demand> demands;
  for (const auto& root : search.around.request.roots)
    if (root.name == name) demands.push_back({"the request", python::without_secrets(root.to_text())});
  for (PackageId id = 1; id < search.solver.packages(); ++id) {
    const auto chosen = search.chosen(id);
    if (!chosen || search.universe.list(id).name == name) continue;
    const auto required = search.universe.requirements(id, *chosen);
    if (!required) continue;
    const CandidateList& list = search.universe.list(id);
    for (const auto& requirement : required->all)
      if (requirement.name == name)
        demands.push_back({to_text(list.name, list.candidates[*chosen]) +
                               (is_overridden(name, search.around.request) ? ", as the override has it" : ""),
                           bare_text(requirement)});
  }
  for (const auto* constraint : applying_constraints(name, search.around.request))
    demands.push_back({"a constraint", bare_text(*constraint)});
  add_bounds(search, name, demands);
  return demands;
}

}  // namespace kenv::resolvers
