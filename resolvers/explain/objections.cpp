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

/// Candidates that fail at the same rule (and for the same GPU).
struct Group {
  const plan::Rejection* first = nullptr;
  std::vector<std::size_t> members;
  std::vector<std::pair<std::string, std::vector<std::size_t>>> reasons;  ///< each with those of whom it is true
};

std::vector<Group> groups_of(const CandidateList& list, const StateSet& states) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < list.candidates.size(); ++i) {
    if (!states.contains(i) || list.candidates[i].eligible()) continue;
    const plan::Rejection& rejection = list.candidates[i].rejections.front();
    auto place = std::ranges::find_if(groups, [&](const Group& group) {
      return group.first->rule == rejection.rule && group.first->gpu == rejection.gpu;
    });
    if (place == groups.end()) place = groups.insert(groups.end(), {&rejection, {}});
    place->members.push_back(i);
    auto reason = std::ranges::find_if(place->reasons, [&](const auto& one) { return one.first == rejection.reason; });
    if (reason == place->reasons.end()) reason = place->reasons.insert(place->reasons.end(), {rejection.reason, {}});
    reason->second.push_back(i);
  }
  return groups;
}

/// What a rule comes to, whatever the figures are.
std::optional<std::string> general_reason(const plan::Rejection& first, const Request& request) {
  const auto gpu = std::ranges::find_if(request.gpus, [&](const auto& one) { return first.gpu == one.index; });
  if (first.rule == "coverage" && gpu != request.gpus.end())
    return fmt::format("have no code for {}, which is {}", gpu_text(*gpu), gpu->capability.text());
  if (first.rule == "python")
    return fmt::format("are not for Python {}.{}{}", request.tags.major, request.tags.minor,
                       request.tags.free_threaded ? "t" : "");
  if (first.rule == "platform") return fmt::format("have no wheel for this {} {}", request.os, request.machine);
  if (first.rule == "wheel") return "have no wheel";
  if (first.rule == "index") return "are on an index that is left out, gives no usable answer, or does not list them";
  if (first.rule == "yanked") return "were yanked";
  if (first.rule == "driver" && request.driver) return fmt::format("need another driver than {}", request.driver->text());
  return std::nullopt;
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
    const auto general = general_reason(*group.first, request);
    if (alone && group.reasons.size() == 1)
      sentences.push_back(group.first->reason);
    else if (!general || group.reasons.size() <= kMostToldApart)
      for (auto& sentence : each_reason(list, group)) sentences.push_back(std::move(sentence));
    else
      sentences.push_back(alone ? "they " + *general : fmt::format("{} {}", named(list, group.members), *general));
  }
  return text::join(sentences, "; ");
}

}  // namespace kenv::resolvers
