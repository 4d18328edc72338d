// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/alternatives.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <vector>

#include "base/text.hpp"

namespace kenv::resolvers {
namespace {

constexpr std::size_t kMostBuilds = 6;

/// By what stands before the number, then by the number: "cu92" comes before "cu118".
struct VariantOrder {
  static auto key(const std::string& variant) {
    const auto digits = std::min(variant.find_first_of("0123456789"), variant.size());
    const auto number = text::parse_unsigned(std::string_view(variant).substr(digits));
    return std::tuple(variant.substr(0, digits), number.value_or(0), variant);
  }
  bool operator()(const std::string& one, const std::string& other) const { return key(one) < key(other); }
};
using Variants = std::set<std::string, VariantOrder>;

std::string sentence(const std::map<std::string, Variants>& variants) {
  std::vector<std::string> parts;
  for (const auto& [name, there] : variants)
    parts.push_back(
        fmt::format("{} has {}", name, text::join(std::vector<std::string>(there.begin(), there.end()), ", ")));
  return text::join(parts, "; ");
}

std::string builds_of(const Subject& subject, const CandidateList& list) {
  Subject any_build = subject;
  any_build.variant.clear();
  any_build.index.clear();
  std::vector<const Candidate*> builds;
  for (const auto& one : list.candidates)
    if (any_build.means(list.name, one)) builds.push_back(&one);
  std::ranges::stable_sort(builds, VariantOrder{}, [](const Candidate* one) { return one->variant; });
  std::vector<std::string> names;
  for (const auto* one : builds)
    if (names.size() < kMostBuilds) names.push_back(to_text(list.name, *one));
  if (names.empty()) return {};
  const std::size_t more = builds.size() - names.size();
  return fmt::format("there is {}{}", text::join(names, ", "), more == 0 ? "" : fmt::format(" and {} more", more));
}

}  // namespace

std::string alternatives(const Subject& subject, const CandidateList& list) {
  if (auto builds = builds_of(subject, list); !builds.empty()) return builds;
  const auto newest = std::ranges::max_element(list.candidates, {}, [](const Candidate& one) {
    return std::pair(!one.version.is_prerelease(), one.version.without_local());
  });
  return newest == list.candidates.end() ? ""
                                         : fmt::format("the newest that is known is {} {}", list.name.text(),
                                                       newest->version.without_local().text());
}

std::string variants_there(const EndedSearch& search) {
  std::map<std::string, Variants> found;
  for (PackageId id = 1; id < search.universe.size(); ++id) {
    if (search.universe.is_extra(id) || !search.universe.is_framework(id) || search.universe.decision_class(id) != 0)
      continue;
    for (const auto& one : search.universe.list(id).candidates)
      if (!one.variant.empty()) found[search.universe.list(id).name.text()].insert(one.variant);
  }
  if (!found.empty()) return sentence(found);
  for (const auto& framework : search.around.catalog.frameworks)
    for (const auto& build : framework.builds) found[framework.name].insert(build.variant);
  return sentence(found);
}

}  // namespace kenv::resolvers
