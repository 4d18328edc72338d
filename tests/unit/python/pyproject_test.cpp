// SPDX-License-Identifier: Apache-2.0
#include "python/pyproject.hpp"

#include "python/script_metadata.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::python;

namespace {

std::string shown(const std::vector<PlacedRequirement>& requirements) {
  std::string out;
  for (const auto& one : requirements) out += (out.empty() ? "" : " | ") + one.requirement.to_text();
  return out;
}

Pyproject parse(std::string_view text) {
  auto project = parse_pyproject(text, "pyproject.toml");
  REQUIRE(project);
  return *std::move(project);
}

const char* const kProject = R"([project]
name = "My.Project"
requires-python = ">=3.9"
dependencies = ["numpy>=2", "torch @ https://h/torch-2.0-py3-none-any.whl"]
[project.optional-dependencies]
Dev_Tools = ["pytest"]
gpu = ["triton; sys_platform == 'linux'"]
all = ["my-project[dev-tools,gpu]", "my_project[all]"]
[dependency-groups]
test = ["pytest>=8", {include-group = "Typing_x"}]
typing-x = ["mypy"]
loop = [{include-group = "LOOP"}]
bad = ["!!"]
odd = [{include-group = "test", more = 1}]
[tool.uv]
override-dependencies = ["x"]
[[tool.uv.index]]
url = "https://h"
)";

std::string group(std::string_view name) {
  const auto found = parse(kProject).groups.requirements(name);
  return found ? shown(*found) : found.error().text();
}

std::string with_extras(std::vector<std::string> extras, bool all = false) {
  const auto found = project_requirements(parse(kProject), extras, all, {});
  return found ? shown(*found) : found.error().text();
}

}  // namespace

TEST_CASE("a project's dependencies are read with their places") {
  const auto project = parse(kProject);
  CHECK(project.project_problems.empty());
  CHECK(project.group_problems.empty());
  CHECK(project.name.text() == "my-project");
  CHECK(project.requires_python.to_text() == ">=3.9");
  CHECK(shown(project.dependencies) == "numpy>=2 | torch @ https://h/torch-2.0-py3-none-any.whl");
  CHECK(project.dependencies[1].where == Position{"pyproject.toml", 4, 29});
  REQUIRE(project.notes.size() == 2);
  CHECK(project.notes[1].text() ==
        "pyproject.toml:17:1: kenv does not heed [tool.uv] index: give one with --index URL");
}

TEST_CASE("extras of a project may refer to each other") {
  const std::string base = "numpy>=2 | torch @ https://h/torch-2.0-py3-none-any.whl";
  CHECK(with_extras({}) == base);
  CHECK(with_extras({"dev.tools"}) == base + " | pytest");
  CHECK(with_extras({"all"}) == base + " | pytest | triton; sys_platform == \"linux\"");
  CHECK(with_extras({}, true) == with_extras({"all"}));
  CHECK(with_extras({"gpus"}) == "pyproject.toml: the project has no extra \"gpus\"");
  const auto refused = project_requirements(parse(kProject), {"nope"}, false, {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().hint.starts_with("there are: all, "));
}

TEST_CASE("a project that depends on itself means its own extras, and nothing of an index") {
  const std::string head = "[project]\nname='My.Demo'\n",
                    extras = "[project.optional-dependencies]\nx=['b', 'my_demo[y]']\ny=['c']\n";
  const std::vector<std::pair<std::string, std::string>> table = {
      {head + "dependencies=['a', 'my-demo[x]']\n" + extras, "a | b | c"},
      {head + "dependencies=['my-demo', 'a']\n" + extras, "a"},
      {head + "dependencies=[\"my-demo[x]; python_version < '3'\", 'a']\n" + extras, "a"},
      {head + "dependencies=['my-demo[z]']\n" + extras, "pyproject.toml:3:15: the project has no extra \"z\""},
  };
  MarkerEnvironment environment;
  environment.fields = {{"python_version", "3.12"}};
  for (const auto& [text, expected] : table) {
    INFO(text);
    const auto found = project_requirements(parse(text), {}, false, environment);
    CHECK((found ? shown(*found) : found.error().text()) == expected);
  }
}

TEST_CASE("dependency groups include each other, and only the one that is used is checked") {
  CHECK(group("TEST") == "pytest>=8 | mypy");
  CHECK(group("typing.x") == "mypy");
  CHECK(group("loop") == "pyproject.toml:12:9: dependency groups include each other: loop includes loop");
  CHECK(group("bad").starts_with("pyproject.toml:13:8: "));
  CHECK(group("odd").starts_with("pyproject.toml:14:8: expected a requirement or { include-group"));
  CHECK(group("tests") == "pyproject.toml: there is no dependency group \"tests\"");
  CHECK(parse("[dependency-groups]\nA-b = []\na_B = []\n").group_problems.size() == 1);
}

TEST_CASE("what a project's file cannot tell is said with its place") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"[project]\nname='x'\ndynamic = ['version', 'dependencies']", "pyproject.toml:3:11: `dependencies` is dynamic"},
      {"[project]\ndependencies = ['a', 1]", "pyproject.toml:2:22: `project.dependencies` must hold strings only"},
      {"[project]\ndependencies = 'a'", "pyproject.toml:2:16: `project.dependencies` must be an array"},
      {"[project]\ndependencies = ['./x.whl']", "pyproject.toml:2:17: \"./x.whl\" has no name"},
      {"[project]\nrequires-python = '3'", "pyproject.toml:2:19: `requires-python`"},
      {"[project]\n[project.optional-dependencies]\n'-' = []", "pyproject.toml:3:7: \"-\" is not the name of an extra"},
      {"project = 1", "pyproject.toml:1:11: `project` must be a table"},
  };
  for (const auto& [text, expected] : table) {
    INFO(text);
    const auto project = parse(text);
    REQUIRE(project.project_problems.size() == 1);
    CHECK(project.project_problems[0].text().starts_with(expected));
  }
  CHECK_FALSE(parse_pyproject("[project", "pyproject.toml"));
}

TEST_CASE("a script's block is found as the standard's expression finds it") {
  const auto read = [](std::string_view text) { return read_script_metadata(text, "s.py"); };
  const auto found = read(
      "#!/usr/bin/env python\n# /// script\n# requires-python = '>=3.11'\n# dependencies = [\n#\n#   'rich',  # why\n# "
      "]\n# ///\nprint()\n");
  REQUIRE(found);
  REQUIRE(found->has_value());
  CHECK(shown((*found)->dependencies) == "rich");
  CHECK((*found)->dependencies[0].where == Position{"s.py", 6, 5});
  CHECK((*found)->requires_python.to_text() == ">=3.11");
  // The last closing line of the run closes.
  const auto greedy = read("# /// script\n# dependencies = ['''\n# ///\n# a''']\n# ///\n# more\n");
  REQUIRE(greedy);
  CHECK(greedy->has_value());
  for (const auto* none : {"", "print()", "# /// script\n# dependencies = []\n", "# /// other\n# a = 1\n# ///\n",
                           " # /// script\n# a=1\n# ///\n", "# /// script\nx = 1\n# ///\n"}) {
    INFO(none);
    const auto nothing = read(none);
    REQUIRE(nothing);
    CHECK_FALSE(nothing->has_value());
  }
  CHECK(read("# /// script\n# a =\n# ///\n").error().where.line == 2);
  CHECK(read("# /// script\n# a = 1\n# ///\n\n# /// script\n# b = 1\n# ///\n").error().where.line == 5);
}
