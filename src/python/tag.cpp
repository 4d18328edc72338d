// SPDX-License-Identifier: Apache-2.0
#include "python/tag.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

/// A product of three lists grows with the third power of the text; no honest wheel comes near this many tags.
constexpr std::size_t kMostTags = 4096;

/// The names of one attribute, which stand with dots between them.
Result<std::vector<std::string_view>> read_names(std::string_view tag, std::string_view attribute, bool is_python) {
  const auto refused = [&](const char* at, std::string_view expected) {
    return Scanner(tag).expected_at(static_cast<std::size_t>(at - tag.data()), expected);
  };
  auto names = text::split(attribute, '.');
  for (const std::string_view name : names) {
    const auto* const stranger = std::ranges::find_if_not(name, [](char c) { return is_ascii_alnum(c) || c == '_'; });
    if (name.empty() || stranger != name.end())
      return refused(stranger, "a letter, digit or \"_\" of a compatibility tag");
    // What begins with a digit is a build number in a wheel's name (PEP 825 states it).
    if (is_python && is_ascii_digit(name.front())) return refused(name.data(), "a Python tag such as py3 or cp312");
  }
  return names;
}

}  // namespace

Result<std::vector<Tag>> Tag::parse_set(std::string_view text) {
  const std::string lower = text::lower(text);
  const auto attributes = text::split(lower, '-');
  if (attributes.size() != 3)
    return refuse(excerpt(text) + " is not a compatibility tag, which has three parts such as cp312-cp312-linux_x86_64",
                  {.file = {}, .line = 0, .column = 1});
  const auto pythons = read_names(lower, attributes[0], true), abis = read_names(lower, attributes[1], false),
             platforms = read_names(lower, attributes[2], false);
  for (const auto* list : {&pythons, &abis, &platforms})
    if (!*list) return tl::unexpected(list->error());
  if (std::max({pythons->size(), abis->size(), platforms->size()}) > kMostTags ||
      pythons->size() * abis->size() * platforms->size() > kMostTags)
    return refuse(excerpt(text) + " stands for more tags than any wheel has", {.file = {}, .line = 0, .column = 1});

  std::vector<Tag> tags;
  tags.reserve(pythons->size() * abis->size() * platforms->size());
  for (std::string_view python : *pythons)
    for (std::string_view abi : *abis)
      for (std::string_view platform : *platforms)
        tags.push_back({std::string(python), std::string(abi), std::string(platform)});
  return tags;
}

}  // namespace kenv::python
