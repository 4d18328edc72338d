// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "python/platform_tags.hpp"
#include "python/tag.hpp"

namespace kenv::python {
namespace {

constexpr int kHighestPythonMinor = 200;  // damaged facts must not fill the memory
constexpr int kFirstStableAbi = 2;        // Python 3.2, PEP 384

/// "py312", "py3", "py311", ... "py30"
std::vector<std::string> generic_pythons(int major, int minor) {
  const std::string prefix = "py" + std::to_string(major);
  std::vector<std::string> tags = {prefix + std::to_string(minor), prefix};
  for (int older = minor - 1; older >= 0; --older) tags.push_back(prefix + std::to_string(older));
  return tags;
}

}  // namespace

SupportedTags SupportedTags::for_interpreter(const TagFacts& facts) {
  SupportedTags supported;
  supported.facts_ = facts;
  const int minor = std::clamp(facts.minor, 0, kHighestPythonMinor);
  const std::vector<std::string> platforms = platform_tags(facts);
  const auto add = [&](const std::string& python, const std::string& abi, const std::vector<std::string>& on) {
    for (const std::string& platform : on) supported.add(python, abi, platform);
  };

  const bool cpython = facts.implementation == "cpython";
  const auto cp = [&](int of_minor) { return "cp" + std::to_string(facts.major) + std::to_string(of_minor); };
  const std::string own = cp(minor);
  if (cpython) {
    // A free-threaded build has another object layout: it takes no abi3, but the abi3t of PEP 803.
    const std::string stable_abi = facts.free_threaded ? "abi3t" : "abi3";
    add(own, facts.free_threaded ? own + "t" : own, platforms);
    add(own, stable_abi, platforms);
    add(own, "none", platforms);
    for (int older = minor - 1; older >= kFirstStableAbi; --older) add(cp(older), stable_abi, platforms);
  }
  for (const std::string& python : generic_pythons(facts.major, minor)) add(python, "none", platforms);
  const std::vector<std::string> any = {"any"};
  if (cpython) add(own, "none", any);
  for (const std::string& python : generic_pythons(facts.major, minor)) add(python, "none", any);
  return supported;
}

void SupportedTags::add(std::string python, std::string abi, std::string platform) {
  positions_[python][abi].emplace(platform, ordered_.size());
  platforms_.insert(platform);
  ordered_.push_back({std::move(python), std::move(abi), std::move(platform)});
}

const std::map<std::string, std::size_t, std::less<>>* SupportedTags::positions(std::string_view python,
                                                                                std::string_view abi) const {
  const auto abis = positions_.find(python);
  if (abis == positions_.end()) return nullptr;
  const auto platforms = abis->second.find(abi);
  return platforms == abis->second.end() ? nullptr : &platforms->second;
}

bool SupportedTags::accepts_interpreter(std::string_view python, std::string_view abi) const {
  return positions(python, abi) != nullptr;
}

std::optional<std::size_t> SupportedTags::priority(const std::vector<Tag>& wheel_tags) const {
  std::optional<std::size_t> best;
  for (const Tag& tag : wheel_tags) {
    const auto* platforms = positions(tag.python, tag.abi);
    if (platforms == nullptr) continue;
    const auto found = platforms->find(tag.platform);
    if (found != platforms->end() && (!best || found->second < *best)) best = found->second;
  }
  return best;
}

}  // namespace kenv::python
