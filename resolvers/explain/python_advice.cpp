// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/python_advice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "python/specifier.hpp"
#include "python/tag_summary.hpp"
#include "python/wheel_name.hpp"

namespace kenv::resolvers {
namespace {

constexpr int kFarthest = 20;  ///< minor versions away, in both directions

bool is_for(const python::Tag& tag, int minor) {
  const auto wanted = python::InterpreterTag::parse(tag.python);
  if (wanted.major != 3) return false;
  if (wanted.minor < 0 || wanted.minor == minor) return true;
  const bool or_newer = wanted.implementation == "py" || tag.abi.starts_with("abi3") || tag.abi == "none";
  return or_newer && wanted.minor < minor;
}

bool admitted(const std::string& requires_python, int minor) {
  const auto set = python::SpecifierSet::parse(requires_python);
  const auto version = python::Version::parse(fmt::format("3.{}.0", minor));
  return !set || !version || python::python_satisfies(*set, *version);
}

/// The minor version nearest to this interpreter's for which the file is.
std::optional<int> nearest_python(const python::ProjectFile& file, int here) {
  const auto wheel = python::WheelName::parse(file.filename);
  if (!wheel) return std::nullopt;
  for (int distance = 1; distance <= kFarthest; ++distance)
    for (const int minor : {here + distance, here - distance})
      if (minor >= 0 && admitted(file.requires_python, minor) &&
          std::ranges::any_of(wheel->tags, [&](const python::Tag& tag) { return is_for(tag, minor); }))
        return minor;
  return std::nullopt;
}

}  // namespace

std::string python_advice(const Grounds::Failed& failed, const Request& request) {
  const Candidate& first = failed.first();
  const auto minor = first.file ? nearest_python(*first.file, request.tags.minor) : std::nullopt;
  if (!minor) return "with another interpreter it may work: --python X.Y";
  std::string text = fmt::format("{} {} goes with Python 3.{}: --python 3.{}", failed.list->name.text(),
                                 first.version.text(), *minor, *minor);
  // Its wheels are for others, and it may not be itself: sources can be built for this one.
  if (!first.blocked.empty())
    text += fmt::format(
        "; or, if it has sources, have a wheel built (pip wheel {}=={}) and name its folder: --find-links DIR",
        failed.list->name.text(), first.version.text());
  return text;
}

}  // namespace kenv::resolvers
