// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "plan/recipes/formats.hpp"
#include "plan/recipes/pins.hpp"
#include "plan/recipes/python_release.hpp"

namespace kenv::plan {
namespace {

using Kind = PinGroup::Kind;
using Lines = std::vector<std::string>;

/// A TOML array, one element a line.
std::string array(const std::string& key, Lines elements) {
  if (elements.empty()) return "";
  std::ranges::sort(elements);
  std::string out = key + " = [\n";
  for (const auto& element : elements) out += "    " + double_quoted(element) + ",\n";
  return out + "]\n";
}

/// [[tool.uv.index]]: only what [tool.uv.sources] binds to an explicit index is taken from it.
std::string index_table(const std::string& name, const std::string& address, const std::string& kind) {
  return "\n[[tool.uv.index]]\nname = " + double_quoted(name) + "\nurl = " + double_quoted(address) + "\n" + kind +
         " = true\n";
}

/// uv resolves for every system and Python that a project admits; the wheels were chosen for one.
std::string environments(const RecipeTarget& target) {
  const std::string platform = target.os == "windows" ? "win32" : target.os == "macos" ? "darwin" : target.os;
  return array("environments", {"sys_platform == '" + platform + "' and platform_machine == '" + target.machine + "'"});
}

}  // namespace

std::string pyproject_uv_recipe(const Recipe& recipe) {
  Lines dependencies, constraints, overrides;
  std::string sources, indexes;
  for (const auto& group : pin_groups(recipe)) {
    const bool by_address = group.kind == Kind::Links || group.kind == Kind::Addresses;
    if (group.kind == Kind::Framework) indexes += index_table(group.name, group.address, "explicit");
    for (const auto& pin : group.pins) {
      // A source counts for what the project itself depends on, so that packages of explicit indexes are named there.
      if (group.kind == Kind::Framework) sources += pin.name + " = { index = " + double_quoted(group.name) + " }\n";
      if (recipe.target.overridden.contains(pin.name))
        overrides.push_back(by_address ? pin.by_address_and_digest() : pin.exact());
      const bool direct = pin.requested || group.kind != Kind::Default;
      (direct ? dependencies : constraints).push_back(by_address ? pin.by_address_and_digest() : pin.exact());
    }
  }
  const auto& default_address = recipe.sources.default_address;
  if (!default_address.empty()) indexes += index_table("default", default_address, "default");

  std::string out = comments(header(recipe));
  out += comments({"in a pyproject.toml that exists already, merge these tables into it; then: uv lock, uv sync"});
  out += "[project]\nname = \"app\"\nversion = \"0\"\n";
  out += "requires-python = " +
         double_quoted(">=" + recipe.target.python + ",<" + next_release_line(recipe.target.python)) + "\n";
  out += dependencies.empty() ? "dependencies = []\n" : array("dependencies", dependencies);
  out += "\n[tool.uv]\n" + environments(recipe.target);
  out += array("constraint-dependencies", constraints);
  out += array("override-dependencies", overrides);
  if (!sources.empty()) out += "\n[tool.uv.sources]\n" + sources;
  return out + indexes;
}

}  // namespace kenv::plan
