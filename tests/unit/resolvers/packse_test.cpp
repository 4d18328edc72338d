// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <set>

#include <toml++/toml.h>

#include "fake_index.hpp"
#include "support/catch.hpp"

// packse's scenarios: what is asked, what an index holds, and what has to come of it. They are read as resolutions for
// one Python on Linux, with wheels only: source distributions are no candidates for kenv.
namespace kenv::resolvers::testing {
namespace {

std::filesystem::path suite() {
  const char* given = std::getenv("KENV_SUITES");
  return std::filesystem::path(given ? given : KENV_SOURCE_DIR "/../shared/suites") / "packse";
}

std::vector<std::string> texts(const toml::node_view<const toml::node>& node) {
  std::vector<std::string> result;
  if (const auto* array = node.as_array())
    for (const auto& entry : *array) result.push_back(entry.value_or(std::string()));
  return result;
}

void add_version(FakeIndexes& indexes, const std::string& package, const std::string& number, const toml::table& row) {
  FakeFile file{number, texts(row["requires"])};
  file.requires_python = row["requires_python"].value_or(std::string());
  file.yanked = row["yanked"].value_or(false);
  if (const auto* extras = row["extras"].as_table())
    for (const auto& [extra, needs] : *extras)
      for (const auto& need : *needs.as_array()) {
        const auto parsed = requirement(need.value_or(std::string()));
        file.needs.push_back(parsed.to_text() + (parsed.marker.empty() ? " ; " : " and ") + "extra == '" +
                             std::string(extra.str()) + "'");
      }
  const auto tags = texts(row["wheel_tags"]);
  if (row["wheel"].value_or(true))
    for (const auto& tag : tags.empty() ? std::vector<std::string>{"py3-none-any"} : tags) {
      file.tags = tag;
      indexes.add("pypi", package, file);
    }
  if (row["sdist"].value_or(true)) {
    file.source_only = true;
    indexes.add("pypi", package, file);
  }
}

struct Outcome {
  bool satisfiable = false;
  std::map<std::string, std::string> packages;
  std::string explanation;
};

Outcome resolve(const toml::table& scenario) {
  const auto python = scenario["resolver_options"]["python"].value_or(
      scenario["environment"]["python"].value_or(std::string("3.12.4")));
  Request request = request_for(python);
  for (const auto& root : texts(scenario["root"]["requires"])) request.roots.push_back(requirement(root));
  FakeIndexes indexes;
  if (const auto* packages = scenario["packages"].as_table())
    for (const auto& [package, content] : *packages)
      if (const auto* versions = content.as_table()->get_as<toml::table>("versions"))
        for (const auto& [number, row] : *versions)
          add_version(indexes, std::string(package.str()), std::string(number.str()), *row.as_table());
  const manifest::Catalog nothing;
  const auto result = indexes.run(request, nothing);
  if (const auto* none = std::get_if<NoSolution>(&result)) return {false, {}, none->explanation};
  return {true, outcome(std::get<plan::Plan>(result)), {}};
}

/// Where kenv ends otherwise, and why that is right.
const std::map<std::string, std::string> kDifferences = {
    {"no-wheels", "a source distribution is no candidate"},
    {"no-wheels-with-matching-platform", "a source distribution is no candidate"},
    {"incompatible-python-compatible-override-available-no-wheels", "a source distribution is no candidate"},
    {"incompatible-python-compatible-override-unavailable-no-wheels", "a source distribution is no candidate"},
    {"incompatible-python-compatible-override-other-wheel", "a source distribution is no candidate"},
    {"requires-python-wheels", "a lock for all Pythons from 3.10 on; for 3.12 alone there is no wheel"},
    {"specific-architecture", "a lock for all Pythons; the only wheels are for 3.13, and it names no Python"},
    {"lock-without-metadata", "expects packages of development groups, which [root] does not name"},
};

}  // namespace

TEST_CASE("packse's scenarios end as they say, or differ for a stated reason") {
  if (!std::filesystem::exists(suite())) {
    std::cout << "not run: " << suite() << " is not there (KENV_SUITES names its folder)\n";
    return;
  }
  std::set<std::string> seen;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(suite())) {
    if (entry.path().extension() != ".toml") continue;
    const auto scenario = toml::parse_file(entry.path().string());
    const auto name = scenario["name"].value_or(std::string());
    seen.insert(name);
    INFO(name);
    const Outcome found = resolve(scenario);
    INFO(found.explanation);
    bool as_expected = found.satisfiable == scenario["expected"]["satisfiable"].value_or(true);
    if (const auto* packages = scenario["expected"]["packages"].as_table(); packages && found.satisfiable)
      for (const auto& [package, number] : *packages) {
        const auto place = found.packages.find(std::string(package.str()));
        as_expected = as_expected && place != found.packages.end() && place->second == number.value_or(std::string());
      }
    CHECK(as_expected != kDifferences.contains(name));
  }
  for (const auto& [name, reason] : kDifferences) {
    INFO(name);
    CHECK(seen.contains(name));
  }
}

}  // namespace kenv::resolvers::testing
