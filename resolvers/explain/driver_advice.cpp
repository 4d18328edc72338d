// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/driver_advice.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "resolvers/builds/driver_needed.hpp"

namespace kenv::resolvers {

std::string driver_advice(const Universe& universe, const Request& request, const manifest::Catalog& catalog) {
  if (!request.driver) return {};
  for (PackageId id = 1; id < universe.size(); ++id) {
    if (universe.decision_class(id) != 0 || universe.is_extra(id)) continue;
    const CandidateList& list = universe.list(id);
    if (std::ranges::any_of(list.candidates, [](const Candidate& one) { return one.eligible(); })) continue;
    for (const auto& candidate : list.candidates)
      if (const auto driver = driver_needed(candidate, request, catalog))
        return fmt::format("with driver {} or newer {} would be possible; this machine has {}", driver->text(),
                           to_text(list.name, candidate), request.driver->text());
  }
  return {};
}

}  // namespace kenv::resolvers
