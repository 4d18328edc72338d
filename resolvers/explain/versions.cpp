// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/versions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "base/text.hpp"

namespace kenv::resolvers {
namespace {

/// A sentence with more ranges than that is not read.
constexpr std::size_t kMostParts = 8;

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

/// What is said of neighbouring versions must hold for each of them: "1.0 to 1.2 (cu126, cu128)" has both builds of
/// all.
bool alike(const Share& one, const Share& other) {
  const auto set = [](const Share& share) {
    return std::set<std::string>(share.variants.begin(), share.variants.end());
  };
  return set(one) == set(other);
}

std::string range_text(Place first, Place last) {
  return first == last ? first->first.text() : fmt::format("{} to {}", first->first.text(), last->first.text());
}

/// Versions from first to last, of each of which the same builds are meant.
std::string part_text(Place first, Place last) {
  std::set<std::string> variants(first->second.variants.begin(), first->second.variants.end());
  variants.erase("");
  if (variants.empty()) return range_text(first, last);
  return fmt::format("{} ({})", range_text(first, last),
                     text::join(std::vector<std::string>(variants.begin(), variants.end()), ", "));
}

bool partly(const Share& share) { return share.meant > 0 && share.meant < share.all; }

/// Of too many ranges: "2.0.0 to 2.15.0 (31 of 54 builds)".
std::string summary(const std::map<python::Version, Share>& versions) {
  const auto is_meant = [](const auto& entry) { return entry.second.meant > 0; };
  const auto first = std::ranges::find_if(versions, is_meant);
  Place last = first;
  std::size_t meant = 0, all = 0;
  for (auto place = first; place != versions.end(); ++place) {
    if (place->second.meant > 0) last = place;
    meant += place->second.meant;
    all += place->second.all;
  }
  return fmt::format("{} ({} of {})", range_text(first, last), meant, all);
}

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
      while (place != versions.end() && partly(place->second) && alike(place->second, share)) last = place++;
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
  if (parts.size() > kMostParts) return name + " " + summary(versions);
  return name + " " + text::join(parts, ", ");
}

}  // namespace kenv::resolvers
