// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "resolvers/constraints.hpp"
#include "resolvers/dependencies/satisfying.hpp"
#include "resolvers/universe.hpp"

// What the packages of a search require: the request, a wheel by its METADATA, what is installed by its own.
namespace kenv::resolvers {

std::vector<python::Requirement> Universe::request_requirements() const {
  std::vector<python::Requirement> all = around_.request.roots;
  for (const auto& wheel : around_.request.locked) all.emplace_back().name = wheel.name;
  if (around_.request.purpose == Request::Purpose::Create) return all;
  // What has to change is wanted too, even if something else needs it: it is decided first.
  std::vector<python::PackageName> wanted(around_.request.must_change.begin(), around_.request.must_change.end());
  for (const auto& name : around_.installed.top_level()) wanted.push_back(name);
  for (const auto& name : wanted) {
    if (around_.scope.is_dropped(name) || !around_.installed.find(name) || around_.request.removed.contains(name))
      continue;
    const bool asked = std::ranges::any_of(all, [&](const auto& root) { return root.name == name; });
    if (asked) continue;
    all.emplace_back();
    all.back().name = name;
  }
  return all;
}

/// What the METADATA of a wheel requires for the package itself or for one of its extras.
std::optional<Universe::Requirements> Universe::file_requirements(const Package& package, const Candidate& candidate) {
  const auto& file = *candidate.file;
  if (const auto* reason = around_.knowledge.unusable(candidate.index, file)) return Requirements{{}, *reason};
  if (around_.knowledge.stops_at(candidate.index, file)) return std::nullopt;
  const auto* metadata = around_.knowledge.metadata(candidate.index, file);
  if (!metadata) {
    around_.knowledge.want(NeedMetadata{candidate.index, file});
    return std::nullopt;
  }
  if (metadata->version != candidate.version)
    return Requirements{{}, fmt::format("its METADATA states version {}", metadata->version.text())};
  if (!python::python_satisfies(metadata->requires_python, around_.request.python_version))
    return Requirements{{},
                        fmt::format("it requires Python {}, this one is {}", metadata->requires_python.to_text(),
                                    around_.request.python_version.text())};
  Requirements result;
  for (const auto& requirement : metadata->requires_dist) {
    const auto plain = requirement.marker.evaluate(around_.request.markers);
    const auto with =
        package.extra.empty() ? plain : requirement.marker.evaluate(around_.request.markers, {package.extra});
    if (!plain || !with) return Requirements{{}, "its METADATA: " + (!plain ? plain : with).error().message};
    if (*with && (package.extra.empty() || !*plain)) result.all.push_back(requirement);
  }
  return result;
}

std::optional<Universe::Requirements> Universe::requirements(PackageId id, std::size_t candidate) {
  Requirements result;
  if (id == 0) {
    for (auto& root : request_requirements()) {
      const auto applies = root.marker.evaluate(around_.request.markers);
      if (!applies) return Requirements{{}, bare_text(root) + ": " + applies.error().message};
      if (*applies) result.all.push_back(std::move(root));
    }
  } else {
    const Package& package = packages_[id - 1];
    const Candidate& chosen = package.list->candidates[candidate];
    if (chosen.installed) {
      result.all = around_.installed.needs(*around_.installed.find(package.name), package.extra);
    } else if (chosen.file && around_.request.locked.empty()) {  // a lock has settled what is needed
      auto found = file_requirements(package, chosen);
      if (!found) {
        ++misses_[id];
        return std::nullopt;
      }
      result = *std::move(found);
    }
  }
  apply_overrides(result.all);
  if (id != 0) admit_addresses(packages_[id - 1].list->candidates[candidate], result);
  return result;
}

/// Who names a file by its address decides where code comes from. That is the user's right, also by an override, and
/// that of a file that the user named so; a file of an index may not. What an installed package named is met by
/// whatever is installed; where nothing is, the address counts, since on an index anybody could have taken the name.
void Universe::admit_addresses(const Candidate& from, Requirements& requirements) const {
  for (auto& requirement : requirements.all) {
    if (requirement.url.empty() || from.direct || is_overridden(requirement.name, around_.request)) continue;
    if (from.installed) {
      if (around_.installed.find(requirement.name)) requirement.url.clear();
      continue;
    }
    if (requirements.unusable.empty())
      requirements.unusable = fmt::format(
          "it requires {}: an address, which only a file that was itself named by its address may ask for; an override "
          "may take its place (--override FILE)",
          bare_text(requirement));
    requirement.url.clear();
  }
}

/// An override takes the place of every requirement on its package, whoever states it, also where its own marker does
/// not hold: then nothing is required.
void Universe::apply_overrides(std::vector<python::Requirement>& requirements) const {
  const auto& overrides = around_.request.overrides;
  if (overrides.empty()) return;
  std::vector<python::Requirement> result;
  for (auto& requirement : requirements) {
    if (!is_overridden(requirement.name, around_.request)) {
      result.push_back(std::move(requirement));
      continue;
    }
    for (const auto& one : overrides)
      if (one.name == requirement.name && applies(one, around_.request)) result.push_back(one);
  }
  requirements = std::move(result);
}

}  // namespace kenv::resolvers
