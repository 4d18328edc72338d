// SPDX-License-Identifier: Apache-2.0
#include "resolvers/universe.hpp"

#include <algorithm>

// Guessing what will be asked next, so that it is fetched in few rounds.
namespace kenv::resolvers {

void Universe::look_ahead(const Solver& solver) {
  std::set<std::pair<python::PackageName, std::string>> seen;
  for (PackageId id = 1; id < solver.packages(); ++id) {
    const StateSet& states = solver.solution().states(id);
    if (states.contains(states.absent())) continue;
    const Package package = packages_[id - 1];
    seen.emplace(package.name, package.extra);
    const std::size_t best = states.first();
    if (best >= package.list->candidates.size() || package.list->candidates[best].unread) continue;
    if (const auto required = requirements(id, best))
      for (const auto& requirement : required->all) guess(requirement, seen);
    // A package whose candidates fail one after another goes on failing: the more have failed, the more are fetched.
    std::size_t more = misses_[id] < 3 ? 0 : std::min<std::size_t>(2 * misses_[id], 64);
    for (std::size_t i = states.next(best); more > 0 && i < package.list->candidates.size();
         i = states.next(i), --more) {
      const Candidate& candidate = package.list->candidates[i];
      if (candidate.eligible() && candidate.file)
        around_.knowledge.want(NeedMetadata{candidate.index, *candidate.file});
    }
  }
}

void Universe::guess(const python::Requirement& requirement,
                     std::set<std::pair<python::PackageName, std::string>>& seen) {
  std::vector<python::Requirement> open{requirement};
  while (!open.empty()) {
    const python::Requirement next = std::move(open.back());
    open.pop_back();
    std::set<std::string> extras = next.extras;
    extras.insert("");
    for (const auto& extra : extras) {
      if (!seen.emplace(next.name, extra).second) continue;
      // Frameworks and their companions are looked up when it is their turn: their pages depend on the build chosen.
      if (around_.catalog.family_of(next.name.text()) || around_.candidate_installed(next.name)) continue;
      const auto candidates = list_of(next.name);
      if (!candidates) continue;
      const StateSet& allowed = allowed_by(next, *candidates);
      for (std::size_t i = allowed.first(); i < candidates->candidates.size(); i = allowed.next(i)) {
        const Candidate& candidate = candidates->candidates[i];
        if (!candidate.eligible() || !candidate.file) continue;
        const auto required = file_requirements({next.name, extra, candidates}, candidate);
        if (required) open.insert(open.end(), required->all.begin(), required->all.end());
        break;
      }
    }
  }
}

}  // namespace kenv::resolvers
