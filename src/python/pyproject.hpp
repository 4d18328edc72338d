// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "python/dependency_groups.hpp"
#include "python/requirements_file.hpp"

namespace kenv::python {

/// What a project's own file says of what it needs (packaging specifications, "pyproject.toml").
struct Pyproject {
  std::string file;
  bool has_project = false;  ///< there is a [project] table
  PackageName name;          ///< of the project; empty without one
  SpecifierSet requires_python;
  Position requires_python_at;
  std::vector<PlacedRequirement> dependencies;
  std::map<std::string, std::vector<PlacedRequirement>> extras;  ///< optional-dependencies, by normalised name
  DependencyGroups groups;
  std::vector<Problem> project_problems;  ///< of [project]; they count where it is used
  std::vector<Problem> group_problems;    ///< of [dependency-groups] as a whole
  std::vector<Problem> notes;             ///< what other tools would heed there and kenv does not
};

/// Refuses a text that is no TOML.
Result<Pyproject> parse_pyproject(std::string_view text, std::string_view file);

/// What installing the project's dependencies asks for, with some or all of its extras. Whatever refers to the project
/// itself ("name[extra]", among its dependencies or in an extra) brings the requirements of the extras that it names.
Result<std::vector<PlacedRequirement>> project_requirements(const Pyproject& project,
                                                            const std::vector<std::string>& extras, bool all_extras,
                                                            const MarkerEnvironment& environment);

}  // namespace kenv::python
