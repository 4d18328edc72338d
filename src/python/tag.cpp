// SPDX-License-Identifier: Apache-2.0
#include "python/tag.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

/// A product of three lists grows with the third power of the text; no honest wheel comes near this many tags.
constexpr std::size_t kMostTags = 4096;

bool is_tag_part(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return is_ascii_alnum(c) || c == '_'; });
}

}  // namespace

Result<std::vector<Tag>> Tag::parse_set(std::string_view text) {
  const std::string lower = text::lower(text);
  const auto attributes = text::split(lower, '-');
  if (attributes.size() != 3) return refuse(excerpt(text) + " is not a compatibility tag: it has no three parts");
  const auto pythons = text::split(attributes[0], '.'), abis = text::split(attributes[1], '.'),
             platforms = text::split(attributes[2], '.');
  for (const auto* list : {&pythons, &abis, &platforms})
    if (!std::ranges::all_of(*list, is_tag_part))
      return refuse(excerpt(text) + " is not a compatibility tag: a part is empty or has odd characters");
  if (std::max({pythons.size(), abis.size(), platforms.size()}) > kMostTags ||
      pythons.size() * abis.size() * platforms.size() > kMostTags)
    return refuse(excerpt(text) + " stands for more tags than any wheel has");

  std::vector<Tag> tags;
  for (std::string_view python : pythons)
    for (std::string_view abi : abis)
      for (std::string_view platform : platforms)
        tags.push_back({std::string(python), std::string(abi), std::string(platform)});
  return tags;
}

std::optional<std::size_t> SupportedTags::priority(const std::vector<Tag>& wheel_tags) const {
  std::optional<std::size_t> best;
  for (const Tag& tag : wheel_tags) {
    const auto found = position_.find(tag);
    if (found != position_.end() && (!best || found->second < *best)) best = found->second;
  }
  return best;
}

}  // namespace kenv::python
