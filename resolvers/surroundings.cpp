// SPDX-License-Identifier: Apache-2.0
#include "resolvers/surroundings.hpp"

#include <algorithm>

#include "resolvers/constraints.hpp"

namespace kenv::resolvers {

Surroundings::Surroundings(const Request& asked, const manifest::Catalog& facts)
    : request(asked),
      catalog(facts),
      target{python::SupportedTags::for_interpreter(asked.tags), asked.python_version},
      installed(asked, facts) {}

const std::vector<std::pair<python::Version, WheelChoice>>& Surroundings::wheels(const NeedProject& need) {
  const auto place = wheels_.find(need);
  if (place != wheels_.end()) return place->second;
  const FileRules rules{[&](const python::Version& version) { return pinned(need.name, version); },
                        [&](const python::ProjectFile& file) { return vouched(need.name, file); }};
  // An index answers under the name it was asked for; a page that calls itself otherwise is read as that name's.
  return wheels_.emplace(need, choose_wheels(*knowledge.page(need), need.name, target, rules)).first->second;
}

const InstalledPackage* Surroundings::candidate_installed(const python::PackageName& name) const {
  if (request.purpose == Request::Purpose::Create || !installed.kept(name) || scope.is_dropped(name)) return nullptr;
  return installed.find(name);
}

bool Surroundings::installed_suffices(const python::PackageName& name) const {
  return candidate_installed(name) != nullptr && !scope.may_move(name) && !request.upgraded.contains(name);
}

const plan::Rejection* Surroundings::failure_of(const python::PackageName& name, const python::Version& version,
                                                const std::string& index) const {
  for (const auto& failed : knowledge.failed()) {
    if (failed.name != name || failed.index != index) continue;
    const auto failed_version = python::Version::parse(failed.version);
    if (failed_version && *failed_version == version) return &failed.rejection;
  }
  return nullptr;
}

std::string Surroundings::stated_at(const python::Requirement& requirement) const {
  const auto place = request.stated_at.find(requirement.to_text());
  return place == request.stated_at.end() ? "" : " (" + place->second + ")";
}

std::string Surroundings::as_overridden(const python::Requirement& requirement) const {
  if (!is_overridden(requirement.name, request)) return {};
  const auto place = request.stated_at.find(requirement.to_text());
  return " (as the override has it" + (place == request.stated_at.end() ? "" : ", " + place->second) + ")";
}

bool Surroundings::vouched(const python::PackageName& name, const python::ProjectFile& file) const {
  const auto digests = request.hashes.find(name);
  if (digests == request.hashes.end()) return !request.require_hashes;
  return vouched_for(digests->second, file.digests()) !=
         Vouched::No;  // where its index states none, it is seen when it is there
}

bool Surroundings::pinned(const python::PackageName& name, const python::Version& version) const {
  const auto pins = [&](const python::Requirement& requirement) {
    return requirement.name == name && requirement.specifier.pins_exactly() &&
           requirement.specifier.contains(version) && applies(requirement, request);
  };
  return std::ranges::any_of(request.roots, pins) || std::ranges::any_of(request.constraints, pins) ||
         std::ranges::any_of(request.overrides, pins);
}

}  // namespace kenv::resolvers
