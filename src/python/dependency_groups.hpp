// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "document/value.hpp"
#include "python/requirements_file.hpp"

namespace kenv::python {

/// The [dependency-groups] of a pyproject.toml (packaging specifications, "Dependency Groups"; PEP 735). As the
/// standard asks, a group's items are looked at only when the group is used.
class DependencyGroups {
 public:
  DependencyGroups() = default;
  /// Names that are equal once normalised are a problem of the file.
  DependencyGroups(const document::Value& table, std::string_view file, std::vector<Problem>& problems);

  /// The requirements of a group with those of the groups that it includes, in the order in which they are written and
  /// as often. Refuses unknown groups, cycles and damaged items.
  Result<std::vector<PlacedRequirement>> requirements(std::string_view name) const;
  std::vector<std::string> names() const;  ///< as written

 private:
  struct Group {
    std::string spelling;
    document::Value items;
  };
  struct Path {
    std::vector<std::string> names;  ///< from the group that was asked for to the one that is read
    int visits = 0;                  ///< groups read so far, each as often as it is included
  };
  Result<std::vector<PlacedRequirement>> expand(std::string_view name, const Position& asked_at, Path& path) const;

  std::map<std::string, Group> groups_;  ///< by normalised name
  std::string file_;
};

}  // namespace kenv::python
