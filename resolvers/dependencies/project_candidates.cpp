// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/project_candidates.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kenv::resolvers {
namespace {

Candidate from_wheel(const python::PackageName& name, const python::Version& version, const WheelChoice& wheel,
                     const std::string& index, const Surroundings& around) {
  Candidate candidate{version, index, "", wheel.file};
  if (wheel.file.filename.empty()) candidate.file.reset();
  const auto reject = [&](const std::string& rule, const std::string& reason) {
    candidate.rejections.push_back({to_text(name, candidate), rule, {}, reason});
  };
  if (!wheel.rule.empty())
    reject(wheel.rule, wheel.reason);
  else if (const auto* failure = around.failure_of(name, version, index))
    candidate.rejections.push_back(*failure);
  else if (version.is_prerelease() && around.scope.stable_only(name))
    reject("prerelease", "is a pre-release that nobody asked for");
  return candidate;
}

/// The version that is to be had if nothing speaks against it comes first.
void prefer(const std::map<python::PackageName, python::Version>& preferred, const python::PackageName& name, std::vector<Candidate>& candidates) {
  const auto wanted = preferred.find(name);
  if (wanted == preferred.end()) return;
  const auto place = std::ranges::find_if(candidates, [&](const Candidate& one) { return one.version == wanted->second; });
  if (place != candidates.end()) std::rotate(candidates.begin(), place, place + 1);
}

/// An upgrade takes the newest version; where that is the installed one, it stays.
void rank_installed_by_version(std::vector<Candidate>& candidates) {
  const auto newer = [&](const Candidate& one) {
    const python::Version& installed = candidates.front().version;
    return one.version > installed && (installed.is_prerelease() || !one.version.is_prerelease());
  };
  const auto place = std::find_if_not(candidates.begin() + 1, candidates.end(), newer);
  std::rotate(candidates.begin(), candidates.begin() + 1, place);
}

}  // namespace

NeedProject page_of(const python::PackageName& name, const Surroundings& around) {
  const Request& request = around.request;
  if (const auto* part = around.scope.bound_to(name)) return {part->index, part->variant, name};
  // The members of a framework that is not on the default index are not looked up there: anybody could have taken
  // their names. Unless its own index was left out on purpose: then the default index stands in for it.
  for (const auto& framework : around.catalog.frameworks) {
    if (!is_member(framework.members, name) ||
        std::ranges::find(framework.indexes, request.default_index) != framework.indexes.end())
      continue;
    for (const auto& index : framework.indexes)
      if (request.framework_indexes.contains(index) && !request.without_index.contains(index)) return {index, "", name};
  }
  if (const auto own = request.bound.find(name); own != request.bound.end()) return {own->second, "", name};
  return {request.default_index, "", name};
}

std::optional<CandidateList> project_candidates(const python::PackageName& name, Surroundings& around) {
  CandidateList list{name, {}, false, {}};
  if (const auto* installed = around.candidate_installed(name)) {
    list.candidates.push_back({installed->version, "", installed->variant, {}, true});
    list.page_unread = around.installed_suffices(name);
  }
  if (list.page_unread || around.request.manifest_is_index) return list;
  const NeedProject need = page_of(name, around);
  if (around.request.without_index.contains(need.index)) {
    list.nowhere = fmt::format("index {} is left out", need.index);
    return list;
  }
  if (around.knowledge.unreachable(need)) {
    list.nowhere = fmt::format("index {} cannot be reached", need.index);
    return list;
  }
  if (!around.knowledge.page(need)) {
    around.knowledge.want(need);
    return std::nullopt;
  }
  const std::size_t installed = list.candidates.size();
  for (const auto& [version, wheel] : around.wheels(need))
    list.candidates.push_back(from_wheel(name, version, wheel, need.index, around));
  std::stable_partition(list.candidates.begin() + static_cast<std::ptrdiff_t>(installed), list.candidates.end(),
                        [](const Candidate& one) { return !one.version.is_prerelease(); });
  prefer(around.request.preferred, name, list.candidates);
  if (installed > 0 && around.request.upgraded.contains(name)) rank_installed_by_version(list.candidates);
  if (list.candidates.empty()) list.nowhere = fmt::format("it is not on index {}", need.index);
  return list;
}

}  // namespace kenv::resolvers
