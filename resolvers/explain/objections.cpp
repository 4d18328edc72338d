// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/objections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <vector>

#include "base/text.hpp"
#include "resolvers/builds/coverage.hpp"
#include "resolvers/explain/versions.hpp"

namespace kenv::resolvers {
namespace {

constexpr std::size_t kMostReasons = 3;
constexpr std::size_t kMostToldApart = 2;  ///< where the rule comes to something for more of them

/// Candidates that fail at the same rule (for the same GPU, or because of the same attribute of this machine).
struct Group {
  const plan::Rejection* first = nullptr;
  std::string blocked;
  std::vector<std::size_t> members;
  std::vector<std::pair<std::string, std::vector<std::size_t>>> reasons;  ///< each with those of whom it is true
};

std::vector<Group> groups_of(const CandidateList& list, const StateSet& states) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < list.candidates.size(); ++i) {
    if (!states.contains(i) || list.candidates[i].eligible()) continue;
    const plan::Rejection& rejection = list.candidates[i].rejections.front();
    const std::string& blocked = list.candidates[i].blocked;
    auto place = std::ranges::find_if(groups, [&](const Group& group) {
      return group.first->rule == rejection.rule && group.first->gpu == rejection.gpu && group.blocked == blocked;
    });
    if (place == groups.end()) place = groups.insert(groups.end(), {&rejection, blocked, {}, {}});
    place->members.push_back(i);
    auto reason = std::ranges::find_if(place->reasons, [&](const auto& one) { return one.first == rejection.reason; });
    if (reason == place->reasons.end()) reason = place->reasons.insert(place->reasons.end(), {rejection.reason, {}});
    reason->second.push_back(i);
  }
  return groups;
}

bool about_wheels(const plan::Rejection& rejection) {
  return rejection.rule == "python" || rejection.rule == "platform" || rejection.rule == "wheel";
}

std::size_t newest_of(const CandidateList& list, const std::vector<std::size_t>& members) {
  return *std::ranges::max_element(members, {}, [&](std::size_t i) {
    const python::Version& version = list.candidates[i].version;
    return std::pair(!version.is_prerelease(), version);
  });
}

/// What the wheels of many versions come to. Which ones there are, and the attribute that blocks, is told of the
/// newest.
std::string wheels_of(const CandidateList& list, const Group& group) {
  const Candidate& newest = list.candidates[newest_of(list, group.members)];
  const char* what = !group.blocked.empty()          ? "have no wheel that fits"
                     : group.first->rule == "python" ? "are not for this Python"
                                                     : "have no wheel";
  return fmt::format("{}: the newest, {}, {}", what,
                     newest.variant.empty() ? newest.version.text() : to_text(list.name, newest),
                     newest.rejections.front().reason);
}

/// What a rule comes to, whatever the figures are.
std::optional<std::string> general_reason(const CandidateList& list, const Group& group, const Request& request) {
  const plan::Rejection& first = *group.first;
  if (about_wheels(first)) return wheels_of(list, group);
  const auto gpu = std::ranges::find_if(request.gpus, [&](const auto& one) { return first.gpu == one.index; });
  if (first.rule == "coverage" && gpu != request.gpus.end())
    return fmt::format("have no code for {}, which is {}", gpu_text(*gpu), gpu->capability.text());
  if (first.rule == "index") return "are on an index that is left out, gives no usable answer, or does not list them";
  if (first.rule == "yanked") return "were yanked";
  if (first.rule == "driver" && request.driver)
    return fmt::format("need another driver than {}", request.driver->text());
  return std::nullopt;
}

/// Where wheels are what is missing: the newest version that has one, whatever else speaks against it.
std::string newest_that_fits(const CandidateList& list, const std::vector<Group>& groups) {
  if (std::ranges::none_of(groups, [](const Group& group) { return about_wheels(*group.first); })) return {};
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < list.candidates.size(); ++i)
    if (list.candidates[i].eligible() && list.candidates[i].file) fitting.push_back(i);
  if (fitting.empty()) return {};
  return "the newest with a wheel that fits is " + to_text(list.name, list.candidates[newest_of(list, fitting)]);
}

std::string named(const CandidateList& list, const std::vector<std::size_t>& members) {
  return describe_versions(list, [&](std::size_t i) { return std::ranges::find(members, i) != members.end(); });
}

std::vector<std::string> each_reason(const CandidateList& list, const Group& group) {
  std::vector<std::string> sentences;
  for (std::size_t i = 0; i < std::min(group.reasons.size(), kMostReasons); ++i)
    sentences.push_back(fmt::format("{} {}", named(list, group.reasons[i].second), group.reasons[i].first));
  if (group.reasons.size() > kMostReasons)
    sentences.push_back(fmt::format("others for {} more reasons", group.reasons.size() - kMostReasons));
  return sentences;
}

}  // namespace

std::string objections_to(const CandidateList& list, const StateSet& states, const Request& request) {
  const auto groups = groups_of(list, states);
  std::vector<std::string> sentences;
  for (const Group& group : groups) {
    const bool alone = groups.size() == 1;
    const auto general = general_reason(list, group, request);
    if (alone && group.reasons.size() == 1)
      sentences.push_back(group.first->reason);
    else if (!general || group.reasons.size() <= kMostToldApart)
      for (auto& sentence : each_reason(list, group)) sentences.push_back(std::move(sentence));
    else
      sentences.push_back(alone ? "they " + *general : fmt::format("{} {}", named(list, group.members), *general));
  }
  if (auto fitting = newest_that_fits(list, groups); !fitting.empty()) sentences.push_back(std::move(fitting));
  return text::join(sentences, "; ");
}

}  // namespace kenv::resolvers
