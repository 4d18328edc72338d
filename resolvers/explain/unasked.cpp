// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/unasked.hpp"

#include <fmt/format.h>

#include "resolvers/constraints.hpp"

namespace kenv::resolvers {
namespace {

/// "click 8.1.8 asks for it only where platform_system == "Windows"", of those that speak of it and do not ask here.
std::string conditional(const EndedSearch& search, const python::PackageName& name) {
  for (const auto& root : search.around.request.roots)
    if (root.name == name && !applies(root, search.around.request))
      return fmt::format("you ask for it only where {}", root.marker.to_text());
  for (PackageId id = 1; search.solved && id < search.solver.packages(); ++id) {
    const auto chosen = search.chosen(id);
    if (!chosen || search.universe.is_extra(id)) continue;
    const CandidateList& list = search.universe.list(id);
    const Candidate& candidate = list.candidates[*chosen];
    const auto* metadata =
        candidate.file ? search.around.knowledge.metadata(candidate.index, *candidate.file) : nullptr;
    if (!metadata) continue;
    for (const auto& requirement : metadata->requires_dist)
      if (requirement.name == name && !requirement.marker.empty() && !applies(requirement, search.around.request))
        return fmt::format("{} asks for it only where {}", to_text(list.name, candidate), requirement.marker.to_text());
  }
  return {};
}

}  // namespace

std::string why_unasked(const EndedSearch& search, const python::PackageName& name) {
  const std::string condition = conditional(search, name);
  if (!search.solved)
    return fmt::format("{} was not looked at before the request failed: {}.", name.text(),
                       condition.empty() ? "nothing that was looked at asks for it" : condition);
  return fmt::format("{} is not in the set: {}.", name.text(),
                     condition.empty() ? "neither you nor anything that was chosen asks for it" : condition);
}

}  // namespace kenv::resolvers
