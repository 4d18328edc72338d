// SPDX-License-Identifier: Apache-2.0
#include "change/input_loader.hpp"

#include <algorithm>
#include <utility>

#include "change/input_place.hpp"
#include "python/location.hpp"

namespace kenv::change {

void InputLoader::take_python(const python::SpecifierSet& specifier, const Position& where) {
  if (!specifier.empty()) inputs_.python.push_back({specifier, where});
}

void InputLoader::take_script(const python::ScriptMetadata& script, const std::string& place) {
  for (const auto& one : script.problems) problem(one);
  for (const auto& one : script.notes) note(one);
  take_python(script.requires_python, script.requires_python_at);
  for (const auto& placed : script.dependencies) add(place, Role::Requirements, placed);
}

void InputLoader::read_project(const std::string& text, const std::string& place, const std::string& shown) {
  auto project = python::parse_pyproject(text, shown);
  if (!project) return problem(project.error());
  if (!project->has_project)
    return problem(
        {"there is no [project] table in it",
         {shown},
         "name one of its dependency groups with --group, or export its requirements with the tool that manages it"});
  take_project(*std::move(project), place);
}

void InputLoader::take_project(python::Pyproject project, const std::string& place) {
  for (const auto& one : project.project_problems) problem(one);
  for (const auto& one : project.notes) note(one);
  take_python(project.requires_python, project.requires_python_at);
  for (auto& placed : project.dependencies) settle(place, placed);
  for (auto& [extra, requirements] : project.extras)
    for (auto& placed : requirements) settle(place, placed);
  note_offers(project);
  inputs_.projects.push_back(std::move(project));
}

void InputLoader::note_offers(const python::Pyproject& project) {
  inputs_.of_extras |= !project.extras.empty();
  inputs_.of_groups |= !project.groups.names().empty();
}

void InputLoader::read_lock(const std::string& text, const std::string& place, const std::string& shown) {
  auto lock = python::read_pylock(text, shown);
  if (!lock) {
    problem_code_ = "bad-lock";
    for (const auto& one : lock.error()) problem(one);
    return;
  }
  if (inputs_.lock) return problem({"a second lock", {shown}, "install one at a time"});
  for (const auto& one : lock->notes) note(one);
  inputs_.lock = LoadedLock{*std::move(lock), place};
}

/// "NAME" is a group of ./pyproject.toml (or of the lock that is installed), "PATH:NAME" one of another file.
void InputLoader::read_group(const std::string& group) {
  const auto colon = group.rfind(':');
  if (colon == std::string::npos && inputs_.lock) return inputs_.groups.push_back(group);
  const std::string file = colon == std::string::npos ? "pyproject.toml" : group.substr(0, colon);
  if (python::file_name_of(file) != "pyproject.toml")
    return problem({"--group " + group + ": dependency groups stand in a pyproject.toml",
                    {},
                    "write --group PATH/pyproject.toml:NAME"});
  auto project = python::parse_pyproject(read_place(file, doors_), file);
  if (!project) return problem(project.error());
  note_offers(*project);
  for (const auto& one : project->group_problems) problem(one);
  auto requirements = project->groups.requirements(colon == std::string::npos ? group : group.substr(colon + 1));
  if (!requirements) return problem(requirements.error());
  // A group that names the project means what that needs; no index is asked for a stranger's package of its name.
  const auto own = std::stable_partition(requirements->begin(), requirements->end(), [&](const auto& placed) {
    return project->name.empty() || placed.requirement.name != project->name;
  });
  const bool wants_project = own != requirements->end();
  project->dependencies.insert(project->dependencies.end(), own, requirements->end());
  requirements->erase(own, requirements->end());
  for (auto& placed : *requirements) add(file, Role::Requirements, std::move(placed));
  if (wants_project) take_project(*std::move(project), file);
}

}  // namespace kenv::change
