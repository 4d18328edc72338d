// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/excluded_by.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "resolvers/builds/companions.hpp"
#include "resolvers/constraints.hpp"
#include "resolvers/dependencies/satisfying.hpp"

namespace kenv::resolvers {
namespace {

/// An override is what everybody who requires the package is taken to have said.
std::string by_override(const CandidateList& list, std::size_t candidate, const Request& request) {
  for (const auto& one : request.overrides)
    if (one.name == list.name && applies(one, request) && !satisfying(list, one, true).contains(candidate))
      return fmt::format("the override {} excludes it", bare_text(one));
  return {};
}

std::string by_chosen_package(const CandidateList& list, std::size_t candidate, const Solver& solver,
                              Universe& universe) {
  for (PackageId id = 1; id < solver.packages(); ++id) {
    const auto chosen = solver.chosen(id);
    if (!chosen || universe.list(id).name == list.name) continue;
    const auto required = universe.requirements(id, *chosen);
    if (!required) continue;
    for (const auto& requirement : required->all)
      if (requirement.name == list.name && !satisfying(list, requirement, false).contains(candidate))
        return fmt::format("{} requires {}", to_text(universe.list(id).name, universe.list(id).candidates[*chosen]),
                           bare_text(requirement));
  }
  return {};
}

std::string by_framework(const CandidateList& list, std::size_t candidate, const Solver& solver, Universe& universe,
                         const Surroundings& around) {
  for (PackageId id = 1; id < solver.packages(); ++id) {
    const auto chosen = solver.chosen(id);
    const auto* framework = chosen ? around.catalog.framework(universe.list(id).name.text()) : nullptr;
    if (!framework || universe.is_extra(id)) continue;
    const Candidate& build = universe.list(id).candidates[*chosen];
    for (const auto& companion : framework->companions) {
      if (companion.package != list.name.text()) continue;
      const auto bound = companion_bound(*framework, companion, build, list, around);
      if (!bound.allowed.contains(candidate))
        return fmt::format("{} goes only with {}", to_text(universe.list(id).name, build), bound.text);
    }
  }
  return {};
}

}  // namespace

std::optional<std::string> own_words_against(const CandidateList& list, std::size_t candidate,
                                             const Surroundings& around) {
  const Request& request = around.request;
  const auto excludes = [&](const python::Requirement& one) {
    return one.name == list.name && applies(one, request) && !satisfying(list, one, true).contains(candidate);
  };
  if (const auto root = std::ranges::find_if(request.roots, excludes); root != request.roots.end())
    return fmt::format("you ask for {}{}", bare_text(*root), around.stated_at(*root));
  if (const auto bound = std::ranges::find_if(request.constraints, excludes); bound != request.constraints.end())
    return fmt::format("the constraint {}{} excludes it", bare_text(*bound), around.stated_at(*bound));
  return std::nullopt;
}

std::string excluded_by(PackageId package, std::size_t candidate, const Solver& solver, Universe& universe,
                        const Surroundings& around) {
  const CandidateList& list = universe.list(package);
  if (is_overridden(list.name, around.request)) return by_override(list, candidate, around.request);
  if (auto words = own_words_against(list, candidate, around)) return *std::move(words);
  std::string found = by_chosen_package(list, candidate, solver, universe);
  return found.empty() ? by_framework(list, candidate, solver, universe, around) : found;
}

}  // namespace kenv::resolvers
