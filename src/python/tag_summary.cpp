// SPDX-License-Identifier: Apache-2.0
#include "python/tag_summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "base/text.hpp"

namespace kenv::python {
namespace {

constexpr std::size_t kMostPlatforms = 4;

/// What stands behind the number: "t", or the name of an ABI that the interpreter's tag does not imply.
std::string abi_suffix(const Tag& tag) {
  if (tag.abi == "none" || tag.abi == tag.python) return {};
  if (tag.abi == tag.python + "t") return "t";
  return "-" + tag.abi;
}

std::string number(int major, int minor) {
  return minor < 0 ? fmt::format("{}", major) : fmt::format("{}{}", major, minor);
}

/// Runs of neighbouring versions become "cp310 to cp313".
std::vector<std::string> interpreters(const std::vector<Tag>& tags) {
  std::map<std::tuple<std::string, std::string, int>, std::set<int>> minors;
  for (const auto& tag : tags) {
    const InterpreterTag parts = InterpreterTag::parse(tag.python);
    minors[{std::string(parts.implementation), abi_suffix(tag), parts.major}].insert(parts.minor);
  }
  std::vector<std::string> words;
  for (const auto& [key, set] : minors) {
    const auto& [implementation, suffix, major] = key;
    for (auto place = set.begin(); place != set.end();) {
      const int first = *place;
      int last = first;
      while (++place != set.end() && *place == last + 1 && first >= 0) last = *place;
      std::string text = implementation + number(major, first) + suffix;
      if (last != first) text += fmt::format(" to {}{}{}", implementation, number(major, last), suffix);
      words.push_back(std::move(text));
    }
  }
  return words;
}

/// The names from before PEP 600 stand beside the new ones in most wheels, and say the same.
bool is_old_name(const std::string& platform) {
  return platform.starts_with("manylinux1_") || platform.starts_with("manylinux2010_") ||
         platform.starts_with("manylinux2014_");
}

std::vector<std::string> platforms(const std::vector<Tag>& tags) {
  std::set<std::string> names;
  for (const auto& tag : tags) names.insert(tag.platform);
  if (std::ranges::any_of(names, [](const auto& name) { return name.starts_with("manylinux_"); }))
    std::erase_if(names, is_old_name);
  std::vector<std::string> words(names.begin(), names.end());
  if (words.size() > kMostPlatforms) {
    const std::size_t more = words.size() - kMostPlatforms + 1;
    words.resize(kMostPlatforms - 1);
    words.push_back(fmt::format("{} other platforms", more));
  }
  return words;
}

}  // namespace

InterpreterTag InterpreterTag::parse(std::string_view tag) {
  const auto digits = std::min(tag.find_first_of("0123456789"), tag.size());
  InterpreterTag parts{tag.substr(0, digits)};
  if (const auto major = text::parse_unsigned(tag.substr(digits, 1))) parts.major = static_cast<int>(*major);
  if (const auto minor = text::parse_unsigned(tag.substr(std::min(digits + 1, tag.size()))); minor && *minor < 1000)
    parts.minor = static_cast<int>(*minor);
  return parts;
}

std::string tag_summary(const std::vector<Tag>& tags) {
  std::string text = text::join(interpreters(tags), ", ");
  const auto on = platforms(tags);
  if (on != std::vector<std::string>{"any"}) text += " on " + text::join(on, ", ");
  return text;
}

}  // namespace kenv::python
