// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "python/project_page.hpp"
#include "python/tag.hpp"
#include "python/version.hpp"
#include "python/wheel_obstacle.hpp"

namespace kenv::resolvers {

/// What decides whether a wheel can be used here.
struct Target {
  python::SupportedTags tags;
  python::Version python_version;
};

/// The best file of one version, or why no file of it can be used.
struct WheelChoice {
  python::ProjectFile file;  ///< empty if the version has no wheel at all
  std::string rule, reason;  ///< empty if the file can be used: "python", "platform", "wheel", "hash", "yanked"
  std::string blocked{};     ///< of wheels whose tags do not fit: what about this machine they do not fit
};

/// The rule that a wheel fails whose tags do not fit: "python" or "platform".
std::string rule_of(const python::WheelObstacle& obstacle);

/// What the request says about files. What is not given speaks against no file, and for no yanked one.
struct FileRules {
  /// Whether somebody asked for exactly this version, the only case in which a yanked file may be taken (PEP 592).
  std::function<bool(const python::Version&)> yanked_wanted{};
  /// Whether the file may be used as far as its digest goes (--hash, --require-hashes).
  std::function<bool(const python::ProjectFile&)> vouched{};
};

/// For every version that the page lists, newest first, its best wheel for the target.
std::vector<std::pair<python::Version, WheelChoice>> choose_wheels(const python::ProjectPage& page,
                                                                   const python::PackageName& name,
                                                                   const Target& target, const FileRules& rules);

}  // namespace kenv::resolvers
