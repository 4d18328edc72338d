// SPDX-License-Identifier: Apache-2.0
#include "python/pyproject.hpp"

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "document/toml_table.hpp"
#include "python/metadata.hpp"
#include "python/requirement_array.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

using document::TomlTable;

/// Fields of [project] that only building the project would tell.
void check_dynamic(TomlTable& project, Pyproject& out) {
  for (const auto& field : project.texts("dynamic")) {
    if (field != "dependencies" && field != "optional-dependencies" && field != "requires-python") continue;
    project.report(
        "dynamic", "`" + field + "` is dynamic: only building the project tells it, and kenv builds nothing",
        "write it into " + out.file + ", or make a file of it: uv pip compile " + out.file + " -o requirements.txt");
  }
}

void read_project(TomlTable& project, Pyproject& out) {
  out.has_project = true;
  if (auto name = project.parsed("name", &PackageName::parse)) out.name = *std::move(name);
  if (auto python = project.parsed("requires-python", &parse_requires_python)) {
    out.requires_python = *std::move(python);
    out.requires_python_at = project.position("requires-python");
  }
  check_dynamic(project, out);
  if (const auto* array = project.value("dependencies"))
    out.dependencies = requirement_array(*array, "project.dependencies", out.file, out.project_problems);
  const auto* extras = project.value("optional-dependencies");
  if (extras == nullptr) return;
  if (extras->kind != document::Value::Kind::Table)
    return project.report("optional-dependencies", "`optional-dependencies` must be a table");
  for (const auto& [spelling, array] : extras->members) {
    const auto extra = PackageName::parse(spelling);
    if (!extra) {
      out.project_problems.push_back({excerpt(spelling) + " is not the name of an extra", array.place(out.file), {}});
      continue;
    }
    auto requirements =
        requirement_array(array, "project.optional-dependencies." + spelling, out.file, out.project_problems);
    if (!out.extras.emplace(extra->text(), std::move(requirements)).second)
      out.project_problems.push_back({"two extras are " + excerpt(extra->text()) + " once normalised",
                                      array.place(out.file), "rename one of them"});
  }
}

/// What uv would take from its own table. Said, not obeyed: kenv's sources are its own options and pip's settings.
void note_uv(TomlTable& tool, Pyproject& out) {
  tool.within("uv", [&](TomlTable& uv) {
    const std::pair<const char*, const char*> keys[] = {{"constraint-dependencies", "give them with --constraint FILE"},
                                                        {"override-dependencies", "give them with --override FILE"},
                                                        {"index", "give one with --index URL"},
                                                        {"index-url", "give it with --index URL"},
                                                        {"extra-index-url", "kenv does not merge indexes"},
                                                        {"find-links", "give it with --find-links"},
                                                        {"sources", "kenv takes packages from its index"},
                                                        {"dev-dependencies", "move them to [dependency-groups]"}};
    for (const auto& [key, instead] : keys)
      if (uv.has(key))
        out.notes.push_back(
            {"kenv does not heed [tool.uv] " + std::string(key) + ": " + instead, uv.position(key), {}});
  });
}

class Expansion {
 public:
  Expansion(const Pyproject& project, const MarkerEnvironment& environment)
      : project_(project), environment_(environment) {}

  Result<bool> add(const std::string& extra) {
    if (!seen_.insert(extra).second) return true;
    return add(project_.extras.at(extra));
  }

  /// A requirement on the project itself asks for its extras. No index is asked for it: what is there under its name is
  /// somebody else's.
  Result<bool> add(const std::vector<PlacedRequirement>& requirements) {
    for (const auto& placed : requirements) {
      const auto& requirement = placed.requirement;
      if (requirement.name != project_.name || project_.name.empty()) {
        out.push_back(placed);
        continue;
      }
      const auto applies = requirement.marker.evaluate(environment_);
      if (!applies) return refuse(applies.error().message, placed.where);
      if (!*applies) continue;
      for (const auto& other : requirement.extras) {
        if (!project_.extras.contains(other)) return refuse("the project has no extra " + excerpt(other), placed.where);
        if (auto added = add(other); !added) return added;
      }
    }
    return true;
  }

  std::vector<PlacedRequirement> out;

 private:
  const Pyproject& project_;
  const MarkerEnvironment& environment_;
  std::set<std::string> seen_;
};

}  // namespace

Result<Pyproject> parse_pyproject(std::string_view text, std::string_view file) {
  const auto document = document::parse_toml(text, file);
  if (!document) return tl::unexpected(document.error());
  Pyproject out;
  out.file = file;
  TomlTable root(*document, out.file, out.project_problems, nullptr);
  root.within("project", [&](TomlTable& project) { read_project(project, out); });
  root.within("tool", [&](TomlTable& tool) { note_uv(tool, out); });
  if (const auto* groups = root.value("dependency-groups"))
    out.groups = DependencyGroups(*groups, file, out.group_problems);
  return out;
}

Result<std::vector<PlacedRequirement>> project_requirements(const Pyproject& project,
                                                            const std::vector<std::string>& extras, bool all_extras,
                                                            const MarkerEnvironment& environment) {
  Expansion expansion(project, environment);
  if (auto added = expansion.add(project.dependencies); !added) return tl::unexpected(std::move(added.error()));
  for (const auto& spelling : extras) {
    const auto extra = PackageName::parse(spelling);
    if (!extra || !project.extras.contains(extra->text())) {
      std::vector<std::string> names;
      for (const auto& [name, requirements] : project.extras) names.push_back(name);
      const auto near = text::closest(spelling, names);
      return refuse("the project has no extra " + excerpt(spelling), {project.file},
                    near            ? "did you mean " + *near + "?"
                    : names.empty() ? ""
                                    : "there are: " + text::join(names, ", "));
    }
    if (auto added = expansion.add(extra->text()); !added) return tl::unexpected(std::move(added.error()));
  }
  if (all_extras)
    for (const auto& [name, requirements] : project.extras)
      if (auto added = expansion.add(name); !added) return tl::unexpected(std::move(added.error()));
  return std::move(expansion.out);
}

}  // namespace kenv::python
