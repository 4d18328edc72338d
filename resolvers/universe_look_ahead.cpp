// SPDX-License-Identifier: Apache-2.0
#include "resolvers/universe.hpp"

#include <algorithm>

// Guessing what will be asked next, so that it is fetched in few rounds.
namespace kenv::resolvers {
namespace {

constexpr std::size_t kMisses = 3;            ///< failures of a package before more than its next candidate is fetched
constexpr std::size_t kLargestPrefetch = 64;  ///< candidates of one package fetched at once

}  // namespace

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
    prefetch(id, states);
  }
}

/// A package whose candidates fail one after another goes on failing: the more have failed, the more are fetched. First
/// those that are open still; then the next in line, since what closed them now (another package's pin) moves on too.
void Universe::prefetch(PackageId id, const StateSet& open) {
  if (misses_[id] < kMisses) return;
  std::size_t more = std::min(2 * misses_[id], kLargestPrefetch);
  const auto& candidates = list(id).candidates;
  const auto fetch = [&](std::size_t i) {
    if (!candidates[i].eligible() || !candidates[i].file) return;
    around_.knowledge.want(NeedMetadata{candidates[i].index, *candidates[i].file});
    --more;
  };
  const std::size_t best = open.first();
  for (std::size_t i = open.next(best); more > 0 && i < candidates.size(); i = open.next(i)) fetch(i);
  for (std::size_t i = best + 1; more > 0 && i < candidates.size(); ++i)
    if (!open.contains(i)) fetch(i);
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
      if (!next.url.empty() && !around_.scope.file_of(next.name)) continue;
      const auto candidates = list_of(next.name);
      if (!candidates) continue;
      const StateSet& allowed = allowed_by(next, *candidates, false);
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
