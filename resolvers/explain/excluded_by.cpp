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

OwnWords::OwnWords(const CandidateList& list, const Surroundings& around) {
  const auto add = [&](const std::vector<python::Requirement>& requirements, bool constraints) {
    for (const auto& one : requirements) {
      if (one.name != list.name || !applies(one, around.request)) continue;
      const std::string text = bare_text(one) + around.stated_at(one);
      words_.push_back({constraints, satisfying(list, one, true),
                        constraints ? fmt::format("the constraint {} excludes it", text) : "you ask for " + text});
    }
  };
  if (!is_overridden(list.name, around.request)) add(around.request.roots, false);
  add(around.request.constraints, true);
}

std::optional<std::string> OwnWords::against(std::size_t candidate) const {
  for (const auto& words : words_)
    if (!words.allowed.contains(candidate)) return words.text;
  return std::nullopt;
}

bool OwnWords::is_asked_for(std::size_t candidate) const {
  return std::ranges::all_of(
      words_, [&](const auto& words) { return words.is_constraint || words.allowed.contains(candidate); });
}

std::string excluded_by(PackageId package, std::size_t candidate, const Solver& solver, Universe& universe,
                        const Surroundings& around) {
  const CandidateList& list = universe.list(package);
  // What an override says takes the place of what the user asks for, and of constraints it does not.
  if (auto override = by_override(list, candidate, around.request); !override.empty()) return override;
  if (auto words = OwnWords(list, around).against(candidate)) return *std::move(words);
  if (is_overridden(list.name, around.request)) return {};
  std::string found = by_chosen_package(list, candidate, solver, universe);
  return found.empty() ? by_framework(list, candidate, solver, universe, around) : found;
}

}  // namespace kenv::resolvers
