// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <iostream>

#include <toml++/toml.h>

#include "fake_index.hpp"
#include "python/wheel_name.hpp"
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

std::vector<std::string> tags_of(const toml::table& row) {
  if (!row["wheel"].value_or(true)) return {};
  auto tags = texts(row["wheel_tags"]);
  return tags.empty() ? std::vector<std::string>{"py3-none-any"} : tags;
}

/// There is a source distribution and no wheel that fits: who builds gets it, kenv does not.
bool source_only(const toml::table& row, const Request& request) {
  const auto supported = python::SupportedTags::for_interpreter(request.tags);
  return row["sdist"].value_or(true) && std::ranges::none_of(tags_of(row), [&](const std::string& tags) {
           const auto wheel = python::WheelName::parse("a-1-" + tags + ".whl");
           return wheel && supported.priority(wheel->tags);
         });
}

/// `built`: as if somebody had made a wheel of what is there as source only.
void add_version(FakeIndexes& indexes, const std::string& package, const std::string& number, const toml::table& row,
                 bool built) {
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
  for (const auto& tag : built ? std::vector<std::string>{"py3-none-any"} : tags_of(row)) {
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
  const auto named =
      scenario["resolver_options"]["python"].value_or(scenario["environment"]["python"].value_or(std::string()));
  if (!named.empty()) return {named};
  return is_universal(scenario) ? std::vector<std::string>{"3.12.4", "3.13.0"} : std::vector<std::string>{"3.12.4"};
}

/// Calls `take` with each version that the scenario's index holds.
void each_version(const toml::table& scenario,
                  const std::function<void(const std::string&, const std::string&, const toml::table&)>& take) {
  if (const auto* packages = scenario["packages"].as_table())
    for (const auto& [package, content] : *packages)
      if (const auto* versions = content.as_table()->get_as<toml::table>("versions"))
        for (const auto& [number, row] : *versions)
          take(std::string(package.str()), std::string(number.str()), *row.as_table());
}

Outcome resolve(const toml::table& scenario, const std::string& python, bool built = false) {
  Request request = request_for(python);
  request.prereleases = scenario["resolver_options"]["prereleases"].value_or(false);
  for (const auto& root : texts(scenario["root"]["requires"])) request.roots.push_back(requirement(root));
  FakeIndexes indexes;
  each_version(scenario, [&](const auto& package, const auto& number, const auto& row) {
    add_version(indexes, package, number, row, built && source_only(row, request));
  });
  const manifest::Catalog nothing;
  const auto result = indexes.run(request, nothing);
  if (const auto* none = std::get_if<NoSolution>(&result)) return {false, {}, none->explanation};
  return {true, outcome(std::get<plan::Plan>(result)), {}};
}

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

/// Only building a source distribution would do: it is said which version has nothing else, or what its wheels are for.
void check_that_sources_are_told(const toml::table& scenario, const std::string& python, const Outcome& found,
                                 const Outcome& built) {
  CHECK_FALSE(found.satisfiable);
  int needed = 0;
  each_version(scenario, [&](const std::string& package, const std::string& number, const toml::table& row) {
    const std::string normal = name(package).text();
    const auto chosen = built.packages.find(normal);
    if (!source_only(row, request_for(python)) || chosen == built.packages.end() || chosen->second != number) return;
    ++needed;
    const std::string version = normal + " " + number;
    CHECK_THAT(found.explanation,
               Catch::Contains(version + " cannot be used: has ") || Catch::Contains(version + " has "));
    CHECK_THAT(found.explanation,
               Catch::Contains(tags_of(row).empty() ? "only a source distribution" : "has wheels for"));
  });
  CHECK(needed > 0);
}

}  // namespace

TEST_CASE("packse's scenarios end as they say, but for those that only building a source distribution can meet") {
  if (!std::filesystem::exists(suite())) {
    std::cout << "not run: " << suite() << " is not there (KENV_SUITES names its folder)\n";
    return;
  }
  for (const auto& entry : std::filesystem::recursive_directory_iterator(suite())) {
    if (entry.path().extension() != ".toml") continue;
    const auto scenario = toml::parse_file(entry.path().string());
    INFO(entry.path());
    bool any = false;
    std::vector<std::pair<std::string, Outcome>> outcomes;
    for (const auto& python : pythons(scenario)) {
      const Outcome& found = outcomes.emplace_back(python, resolve(scenario, python)).second;
      any = any || as_expected(scenario, found);
    }
    if (!any)
      for (const auto& [python, found] : outcomes) {
        INFO(python << ": " << found.explanation);
        const Outcome built = resolve(scenario, python, true);
        CHECK(as_expected(scenario, built));
        check_that_sources_are_told(scenario, python, found, built);
      }
  }
}

}  // namespace kenv::resolvers::testing
