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

bool is_universal(const toml::table& scenario) { return scenario["resolver_options"]["universal"].value_or(false); }

/// The Python that a scenario is about. One that names none and is a lock for all may end as expected on any.
std::vector<std::string> pythons(const toml::table& scenario) {
  const auto named = scenario["resolver_options"]["python"].value_or(scenario["environment"]["python"].value_or(std::string()));
  if (!named.empty()) return {named};
  return is_universal(scenario) ? std::vector<std::string>{"3.12.4", "3.13.0"} : std::vector<std::string>{"3.12.4"};
}

Outcome resolve(const toml::table& scenario, const std::string& python) {
  Request request = request_for(python);
  request.prereleases = scenario["resolver_options"]["prereleases"].value_or(false);
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

/// What only a source distribution can meet, and what kenv says of it.
const std::map<std::string, std::string> kSourceOnly = {
    {"no-wheels", "a 1.0.0 cannot be used: has no wheel, only a source distribution"},
    {"no-wheels-with-matching-platform", "a 1.0.0 cannot be used: has wheels for py3-any on macosx_10_0_ppc64"},
    {"incompatible-python-compatible-override-available-no-wheels", "has no wheel, only a source distribution"},
    {"incompatible-python-compatible-override-unavailable-no-wheels", "has no wheel, only a source distribution"},
    {"incompatible-python-compatible-override-other-wheel", "a 1.0.0 cannot be used: has no wheel"},
    {"requires-python-wheels", "has wheels for cp39 to cp311; this interpreter is cp312: Python 3.12"},
};

bool as_expected(const toml::table& scenario, const Outcome& found) {
  if (found.satisfiable != scenario["expected"]["satisfiable"].value_or(true)) return false;
  const auto* packages = scenario["expected"]["packages"].as_table();
  if (!packages || !found.satisfiable) return true;
  for (const auto& [package, number] : *packages) {
    const auto place = found.packages.find(std::string(package.str()));
    // A lock for all platforms and groups names packages that this one does not need.
    if (place == found.packages.end() && is_universal(scenario)) continue;
    if (place == found.packages.end() || place->second != number.value_or(std::string())) return false;
  }
  return true;
}

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
    bool any = false;
    for (const auto& python : pythons(scenario)) {
      const Outcome found = resolve(scenario, python);
      INFO(python << ": " << found.explanation);
      any = any || as_expected(scenario, found);
      if (const auto words = kSourceOnly.find(name); words != kSourceOnly.end())
        CHECK_THAT(found.explanation, Catch::Contains(words->second));
    }
    CHECK(any != kSourceOnly.contains(name));
  }
  for (const auto& [name, words] : kSourceOnly) {
    INFO(name);
    CHECK(seen.contains(name));
  }
}

}  // namespace kenv::resolvers::testing
