// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/project_candidates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "resolvers/dependencies/unasked_candidates.hpp"

namespace kenv::resolvers {
namespace {

Candidate from_wheel(const python::PackageName& name, const python::Version& version, const WheelChoice& wheel,
                     const std::string& index, const Surroundings& around) {
  Candidate candidate{version, index, "", wheel.file};
  if (wheel.file.filename.empty()) candidate.file.reset();
  candidate.blocked = wheel.blocked;
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
void prefer(const std::map<python::PackageName, python::Version>& preferred, const python::PackageName& name,
            std::vector<Candidate>& candidates) {
  const auto wanted = preferred.find(name);
  if (wanted == preferred.end()) return;
  const auto place =
      std::ranges::find_if(candidates, [&](const Candidate& one) { return one.version == wanted->second; });
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

std::string why_not_asked(const std::string& index, const Request& request) {
  if (request.without_index.contains(index)) return fmt::format("index {} is left out", request.shown_index(index));
  if (index == request.default_index || request.framework_indexes.contains(index)) return {};
  if (std::ranges::any_of(request.bound, [&](const auto& own) { return own.second == index; })) return {};
  return fmt::format("it comes from index {} alone, which is not configured (--framework-index {}=URL)", index, index);
}

NeedProject page_of(const python::PackageName& name, const Surroundings& around) {
  if (const auto* part = around.scope.bound_to(name)) return {part->index, part->variant, name};
  return page_of(name, around.request, around.catalog);
}

NeedProject page_of(const python::PackageName& name, const Request& request, const manifest::Catalog& catalog) {
  const auto own = request.bound.find(name);
  const bool has_own = own != request.bound.end();
  if (has_own && own->second == request.default_index) return {own->second, "", name};
  // The members of a framework that is not on the default index are never looked up there: anybody could have taken
  // their names. A place with wheels that the user names may stand in.
  for (const auto& framework : catalog.frameworks) {
    if (!is_member(framework.members, name) || framework.indexes.empty() ||
        std::ranges::find(framework.indexes, request.default_index) != framework.indexes.end())
      continue;
    for (const auto& index : framework.indexes)
      if (why_not_asked(index, request).empty()) return {index, "", name};
    return {has_own ? own->second : framework.indexes.front(), "", name};
  }
  if (has_own) return {own->second, "", name};
  return {request.default_index, "", name};
}

std::optional<CandidateList> project_candidates(const python::PackageName& name, Surroundings& around) {
  CandidateList list{name, {}, false, {}};
  if (const auto* installed = around.candidate_installed(name)) {
    list.candidates.push_back({installed->version, "", installed->variant, {}, true});
    list.page_unread = around.installed_suffices(name);
  }
  if (list.page_unread) return list;
  if (around.request.manifest_is_index) {
    if (const auto* there = around.installed.find(name))
      for (auto& candidate : unasked_candidates(*there, around)) list.candidates.push_back(std::move(candidate));
    return list;
  }
  const NeedProject need = page_of(name, around);
  list.nowhere = why_not_asked(need.index, around.request);
  if (around.request.without_index.contains(need.index)) list.left_out = need.index;
  if (!list.nowhere.empty()) return list;
  const std::string& shown = around.request.shown_index(need.index);
  if (around.knowledge.unreachable(need)) {
    list.nowhere = fmt::format("index {} gives no usable answer", shown);
    return list;
  }
  const auto* page = around.knowledge.page(need);
  if (!page) {
    around.knowledge.want(need);
    return std::nullopt;
  }
  const std::size_t installed = list.candidates.size();
  for (const auto& [version, wheel] : around.wheels(need))
    list.candidates.push_back(from_wheel(name, version, wheel, need.index, around));
  if (!around.request.admits_prereleases(name))
    std::stable_partition(list.candidates.begin() + static_cast<std::ptrdiff_t>(installed), list.candidates.end(),
                          [](const Candidate& one) { return !one.version.is_prerelease(); });
  prefer(around.request.preferred, name, list.candidates);
  if (installed > 0 && around.request.upgraded.contains(name)) rank_installed_by_version(list.candidates);
  if (list.candidates.empty())
    list.nowhere = !page->unusable.empty() ? fmt::format("index {} lists no file of it that can be used", shown)
                   : page->other_files == 0
                       ? fmt::format("it is not on index {}", shown)
                       : fmt::format("index {} has no wheel of it, only sources; kenv builds nothing", shown);
  return list;
}

}  // namespace kenv::resolvers
