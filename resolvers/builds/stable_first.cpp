// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/stable_first.hpp"

#include <algorithm>

#include "resolvers/builds/driver_needed.hpp"
#include "resolvers/builds/ranking.hpp"

namespace kenv::resolvers {
namespace {

bool is_nightly_named(const python::PackageName& name, const Request& request) {
  return std::ranges::any_of(request.roots,
                             [&](const auto& root) { return root.name == name && root.specifier.names_prerelease(); });
}

/// What a newer driver would mend, no newer build does: it needs no older driver than the stable ones.
bool only_driver_lacks(std::span<const Candidate> candidates, const Surroundings& around) {
  const auto lacks_branch = [&](const auto& gpu) {
    return branch_for(gpu, around.request, around.catalog).has_value();
  };
  return std::ranges::any_of(around.request.gpus, lacks_branch) ||
         std::ranges::any_of(candidates, [&](const Candidate& one) {
           return is_stable(one) && driver_needed(one, around.request, around.catalog).has_value();
         });
}

}  // namespace

bool is_stable(const Candidate& candidate) { return channel_of(candidate) == manifest::Channel::Stable; }

bool served_by_stable(std::span<const Candidate> candidates) {
  return std::ranges::any_of(candidates,
                             [](const Candidate& one) { return one.eligible() && is_stable(one) && is_known(one); });
}

bool stable_will_do(const python::PackageName& name, std::span<const Candidate> candidates,
                    const Surroundings& around) {
  if (around.request.nightly || is_nightly_named(name, around.request)) return false;
  return served_by_stable(candidates) || only_driver_lacks(candidates, around);
}

}  // namespace kenv::resolvers
