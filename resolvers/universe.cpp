// SPDX-License-Identifier: Apache-2.0
#include "resolvers/universe.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "resolvers/builds/companions.hpp"
#include "resolvers/builds/index_part.hpp"
#include "resolvers/builds/ladder.hpp"
#include "resolvers/constraints.hpp"
#include "resolvers/dependencies/direct_candidates.hpp"
#include "resolvers/dependencies/locked_candidates.hpp"
#include "resolvers/dependencies/project_candidates.hpp"
#include "resolvers/dependencies/satisfying.hpp"

namespace kenv::resolvers {
namespace {

bool has_eligible(const CandidateList& list, const StateSet& states) {
  for (std::size_t i = 0; i < list.candidates.size(); ++i)
    if (states.contains(i) && list.candidates[i].eligible()) return true;
  return false;
}

}  // namespace

std::optional<PackageId> Universe::find(const python::PackageName& name, const std::string& extra) const {
  const auto place = ids_.find({name, extra});
  return place == ids_.end() ? std::nullopt : std::optional(place->second);
}

std::size_t Universe::states(PackageId package) const { return package == 0 ? 2 : list(package).candidates.size() + 1; }

PackageId Universe::base(PackageId package) const {
  if (package == 0 || !is_extra(package)) return package;
  return ids_.at({packages_[package - 1].name, ""});
}

bool Universe::is_framework(PackageId package) const {
  return package != 0 && around_.catalog.family_of(packages_[package - 1].name.text()) != nullptr;
}

bool Universe::has_framework() const {
  for (PackageId id = 1; id < size(); ++id)
    if (is_framework(id)) return true;
  return false;
}

/// A framework first: its order of preference is the point of the whole search, the rest has to fit it.
int Universe::decision_class(PackageId package) const {
  if (package == 0) return 0;
  const std::string& name = packages_[package - 1].name.text();
  const auto* family = around_.catalog.family_of(name);
  return family && family->name == name ? 0 : 1;
}

std::shared_ptr<const CandidateList> Universe::list_of(const python::PackageName& name) {
  if (const auto place = lists_.find(name); place != lists_.end()) return place->second;
  auto made = make_list(name);
  if (!made) return nullptr;
  if (made->page_unread && made->candidates.front().installed) {
    // A constraint that the installed version breaks is a reason to look for another one.
    for (const auto* constraint : applying_constraints(name, around_.request))
      if (!constraint->specifier.contains(made->candidates.front().version)) {
        around_.scope.let_move(name);
        return nullptr;
      }
  }
  return lists_.emplace(name, std::make_shared<const CandidateList>(*std::move(made))).first->second;
}

std::optional<CandidateList> Universe::make_list(const python::PackageName& name) {
  if (!around_.request.locked.empty()) return locked_candidates(name, around_);
  if (const auto* file = around_.scope.file_of(name)) return direct_candidates(name, *file, around_);
  const bool family = around_.catalog.family_of(name.text()) != nullptr;
  return family ? build_ladder(name, around_) : project_candidates(name, around_);
}

std::optional<PackageId> Universe::id_of(const python::PackageName& name, const std::string& extra) {
  if (const auto place = ids_.find({name, extra}); place != ids_.end()) return place->second;
  if (is_companion(around_.catalog, name) && !around_.scope.has_met(name)) {
    around_.scope.meet(name);
    return std::nullopt;
  }
  const auto candidates = list_of(name);
  if (!candidates) return std::nullopt;
  const NeedProject need = page_of(name, around_);
  if (const auto* reason = around_.knowledge.unreachable(need); reason && !unreachable_ && !candidates->page_unread)
    if (!around_.catalog.family_of(name.text()) && !around_.scope.file_of(name)) unreachable_ = {need.index, *reason};
  packages_.push_back({name, extra, candidates});
  return ids_[{name, extra}] = packages_.size();
}

std::optional<CandidateFacts> Universe::facts(PackageId package, std::size_t candidate) {
  if (package != 0 && list(package).candidates[candidate].unread) {
    open_parts(list(package), candidate);
    return std::nullopt;
  }
  const auto required = requirements(package, candidate);
  if (!required) return std::nullopt;
  CandidateFacts facts{{}, required->unusable};
  if (!facts.unusable.empty()) return facts;
  if (package != 0 && is_extra(package)) {
    const PackageId base_id = base(package);
    facts.dependencies.push_back({base_id, StateSet::one(states(base_id), candidate), false,
                                  fmt::format("{}=={}", packages_[package - 1].name.text(),
                                              list(package).candidates[candidate].version.text())});
  }
  bool complete = true;  // go on after the first gap, so that all of them are asked for at once
  for (const auto& requirement : required->all) complete = depend(requirement, package, candidate, facts) && complete;
  if (package != 0 && !is_extra(package)) {
    complete = bound_companions(package, candidate, facts) && complete;
    complete = bound_framework(package, list(package).candidates[candidate], facts) && complete;
  }
  if (!complete) return std::nullopt;
  return facts;
}

/// The states that satisfy a requirement; the same requirement is met again and again in a search.
const StateSet& Universe::allowed_by(const python::Requirement& requirement, const CandidateList& candidates,
                                     bool meant) {
  std::string key = requirement.url.empty() ? requirement.specifier.to_text() : "@" + requirement.url;
  if (meant) key += '!';
  const auto [place, added] = allowed_.try_emplace({requirement.name, std::move(key)});
  if (added) place->second = satisfying(candidates, requirement, meant);
  return place->second;
}

/// What there is in place of a version that is not there.
std::string Universe::newest_of(const CandidateList& candidates) const {
  const auto newest = std::ranges::max_element(candidates.candidates, {}, [](const Candidate& one) {
    return std::pair(!one.version.is_prerelease(), one.version);
  });
  if (newest == candidates.candidates.end()) return "";
  const bool elsewhere = !newest->index.empty() && newest->index != around_.request.default_index;
  return fmt::format(" (the newest{} is {})", elsewhere ? " on " + newest->index : "", newest->version.text());
}

/// Adds the requirement as dependencies on the package and on each extra that is asked of it.
bool Universe::depend(const python::Requirement& requirement, PackageId from, std::size_t candidate,
                      CandidateFacts& facts) {
  if (!requirement.url.empty() && !around_.scope.file_of(requirement.name)) {
    around_.scope.bind_file(
        requirement.name,
        {requirement.url, from == 0 ? "you" : to_text(list(from).name, list(from).candidates[candidate])});
    return false;
  }
  const auto id = id_of(requirement.name, "");
  if (!id) return false;
  const CandidateList& candidates = list(*id);
  const bool overridden = is_overridden(requirement.name, around_.request);
  const StateSet& allowed = allowed_by(requirement, candidates, from == 0 || overridden);
  if (!has_eligible(candidates, allowed) && widen_for(requirement, candidates, allowed, from, candidate)) return false;
  std::string text = bare_text(requirement) + (overridden  ? around_.as_overridden(requirement)
                                               : from == 0 ? around_.stated_at(requirement)
                                                           : "");
  if (allowed.empty())
    text += ", and " +
            (candidates.nowhere.empty() ? "there is no such version" + newest_of(candidates) : candidates.nowhere);
  facts.dependencies.push_back({*id, allowed, false, text});
  bool complete = true;
  for (const auto& extra : requirement.extras) {
    const auto extra_id = id_of(requirement.name, extra);
    if (extra_id)
      facts.dependencies.push_back({*extra_id, allowed, false, text});
    else
      complete = false;
  }
  return complete;
}

/// Nothing that is in sight satisfies the requirement: look further, if there is anywhere left to look.
bool Universe::widen_for(const python::Requirement& requirement, const CandidateList& candidates,
                         const StateSet& allowed, PackageId from, std::size_t candidate) {
  if (candidates.page_unread) {
    around_.scope.let_move(requirement.name);
    return true;
  }
  if (!allowed.empty() || from == 0 || around_.scope.bound_to(requirement.name)) return false;
  // A member of the framework's own index that the default index does not have in this version.
  const auto* family = around_.catalog.family_of(packages_[from - 1].name.text());
  const Candidate& asking = list(from).candidates[candidate];
  if (!family || asking.index.empty() || asking.index == around_.request.default_index) return false;
  if (!is_member(family->members, requirement.name) || around_.request.manifest_is_index) return false;
  const IndexPart part = part_of(*family, asking, around_.request);
  const NeedProject need{part.index, part.variant, requirement.name};
  if (!around_.knowledge.answered(need)) {
    around_.knowledge.want(need);
    return true;
  }
  if (!around_.knowledge.page(need)) return false;
  const auto& wheels = around_.wheels(need);
  const bool there = std::ranges::any_of(
      wheels, [&](const auto& one) { return one.second.rule.empty() && requirement.specifier.contains(one.first); });
  if (there) around_.scope.bind(requirement.name, part);
  return there;
}

bool Universe::bound_companions(PackageId framework, std::size_t candidate, CandidateFacts& facts) {
  const auto* manifest = around_.catalog.framework(packages_[framework - 1].name.text());
  if (!manifest) return true;
  const Candidate chosen = list(framework).candidates[candidate];
  bool complete = true;
  for (const auto& companion : manifest->companions) {
    const auto name = python::PackageName::from_normal(companion.package);
    if (!around_.scope.has_met(name)) continue;
    if (!companion.same_variant && is_overridden(name, around_.request)) continue;  // the user insists
    const auto id = id_of(name, "");
    if (!id) {
      complete = false;
      continue;
    }
    const CandidateList& candidates = list(*id);
    auto [allowed, text] = companion_bound(*manifest, companion, chosen, candidates, around_);
    if (candidates.page_unread && !has_eligible(candidates, allowed)) {
      around_.scope.let_move(name);
      complete = false;
    }
    allowed.insert(allowed.absent());
    facts.dependencies.push_back({*id, std::move(allowed), true, std::move(text)});
  }
  return complete;
}

/// What the METADATA of an extension would say of its framework, where no index may be asked for it.
bool Universe::bound_framework(PackageId extension, const Candidate& chosen, CandidateFacts& facts) {
  if (!around_.request.manifest_is_index || chosen.installed || chosen.unnamed) return true;
  const auto& name = packages_[extension - 1].name;
  for (const auto& framework : around_.catalog.frameworks)
    for (const auto& companion : framework.companions) {
      if (!companion.extension || companion.package != name.text()) continue;
      const auto id = id_of(python::PackageName::from_normal(framework.name), "");
      if (!id) return false;
      StateSet allowed = builds_for(companion, chosen.version, list(*id));
      allowed.insert(allowed.absent());
      facts.dependencies.push_back(
          {*id, std::move(allowed), true, fmt::format("the {} that it is compiled for", framework.name)});
    }
  return true;
}

/// The part of an index that promises this build is read, and at once those of all promises down to the first build
/// that is known to be there: they would be asked for one after the other otherwise.
void Universe::open_parts(const CandidateList& candidates, std::size_t candidate) {
  const auto* family = around_.catalog.family_of(candidates.name.text());
  for (std::size_t i = candidate; i < candidates.candidates.size(); ++i) {
    const Candidate& one = candidates.candidates[i];
    if (!one.eligible()) continue;
    if (!one.unread) break;
    around_.scope.open(part_of(*family, one, around_.request));
  }
}

}  // namespace kenv::resolvers
