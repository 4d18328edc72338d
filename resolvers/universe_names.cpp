// SPDX-License-Identifier: Apache-2.0
#include "resolvers/universe.hpp"

#include "resolvers/constraints.hpp"
#include "resolvers/dependencies/satisfying.hpp"
#include "resolvers/explain/objections.hpp"
#include "resolvers/explain/versions.hpp"

// What is known against candidates beforehand, and how packages and candidates are called in sentences.
namespace kenv::resolvers {

std::string Universe::describe(PackageId package, const StateSet& states) const {
  if (package == 0) return "the request";
  const auto& [name, extra, candidates] = packages_[package - 1];
  std::string words = describe_versions(*candidates, [&](std::size_t i) { return states.contains(i); });
  if (!extra.empty()) {
    const auto place = words.find(name.text());
    if (place != std::string::npos) words.insert(place + name.text().size(), "[" + extra + "]");
  }
  return words;
}

std::string Universe::objection(PackageId package, const StateSet& states) const {
  if (package == 0) return {};  // the request itself: the fact's own text says it all
  return objections_to(list(package), states, around_.request);
}

std::vector<Exclusion> Universe::exclusions(PackageId package) const {
  std::vector<Exclusion> result;
  if (package == 0 || is_extra(package)) return result;  // an extra is tied to its base
  const CandidateList& candidates = list(package);
  const std::size_t states = candidates.candidates.size() + 1;
  std::map<std::pair<std::string, std::optional<int>>, StateSet> by_rule;
  for (std::size_t i = 0; i + 1 < states; ++i) {
    const auto& rejections = candidates.candidates[i].rejections;
    if (rejections.empty()) continue;
    const std::pair key(rejections.front().rule, rejections.front().gpu);
    by_rule.try_emplace(key, StateSet::none(states)).first->second.insert(i);
  }
  for (auto& [rule, set] : by_rule) result.push_back({std::move(set), false, rule.first});
  for (const auto* constraint : applying_constraints(candidates.name, around_.request)) {
    StateSet forbidden = satisfying(candidates, *constraint, true).complement();
    forbidden.remove(forbidden.absent());
    if (forbidden.empty()) continue;
    std::string text = "the constraint " + bare_text(*constraint) + around_.stated_at(*constraint);
    // Of a package that is one file, nothing else there is: who named it is the other half of the story.
    if (around_.scope.file_of(candidates.name) && !candidates.nowhere.empty()) text += " (" + candidates.nowhere + ")";
    result.push_back({std::move(forbidden), true, std::move(text)});
  }
  return result;
}

}  // namespace kenv::resolvers
