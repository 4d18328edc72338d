// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/versions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/text.hpp"

namespace kenv::resolvers {
namespace {

struct Share {
  std::size_t meant = 0, all = 0;
  std::vector<std::string> variants;  ///< of those that are meant
};

/// The versions in ascending order, each with the candidates of that version that are meant.
std::map<python::Version, Share> shares(const CandidateList& list, const std::function<bool(std::size_t)>& chosen) {
  std::map<python::Version, Share> result;
  for (std::size_t i = 0; i < list.candidates.size(); ++i) {
    const Candidate& candidate = list.candidates[i];
    Share& share = result[candidate.variant.empty() ? candidate.version : candidate.version.without_local()];
    ++share.all;
    if (!chosen(i)) continue;
    ++share.meant;
    share.variants.push_back(candidate.installed ? "installed" : candidate.variant);
  }
  return result;
}

using Place = std::map<python::Version, Share>::const_iterator;

/// Versions from first to last of which only some builds are meant.
std::string part_text(Place first, Place last) {
  std::vector<std::string> variants;
  for (auto place = first;; ++place) {
    for (const auto& variant : place->second.variants)
      if (!variant.empty() && std::ranges::find(variants, variant) == variants.end()) variants.push_back(variant);
    if (place == last) break;
  }
  const std::string range =
      first == last ? first->first.text() : fmt::format("{} to {}", first->first.text(), last->first.text());
  if (variants.empty()) return range;
  return variants.size() > 3 ? range + " (some builds)" : fmt::format("{} ({})", range, text::join(variants, ", "));
}

bool partly(const Share& share) { return share.meant > 0 && share.meant < share.all; }

}  // namespace

std::string describe_versions(const CandidateList& list, const std::function<bool(std::size_t)>& chosen) {
  const auto versions = shares(list, chosen);
  std::vector<std::string> parts;
  bool everything = true;
  for (auto place = versions.begin(); place != versions.end();) {
    const Share& share = place->second;
    const auto first = place;
    auto last = place;
    if (share.meant < share.all) {
      everything = false;
      if (!partly(share)) {
        ++place;
        continue;
      }
      while (place != versions.end() && partly(place->second)) last = place++;
      parts.push_back(part_text(first, last));
      continue;
    }
    while (place != versions.end() && place->second.meant == place->second.all) last = place++;
    if (first == last)
      parts.push_back(first->first.text());
    else if (place == versions.end())
      parts.push_back(first->first.text() + " and newer");
    else if (first == versions.begin())
      parts.push_back(last->first.text() + " and older");
    else
      parts.push_back(fmt::format("{} to {}", first->first.text(), last->first.text()));
  }
  const std::string& name = list.name.text();
  if (versions.empty() || parts.empty()) return name;
  if (everything && versions.size() > 1) return "every version of " + name;
  return name + " " + text::join(parts, ", ");
}

}  // namespace kenv::resolvers
