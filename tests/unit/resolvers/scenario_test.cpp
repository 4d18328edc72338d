// SPDX-License-Identifier: Apache-2.0
#include "scenario.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "support/catch.hpp"

namespace kenv::resolvers::testing {
namespace {

std::string contents(const std::filesystem::path& path) {
  std::ifstream stream(path);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

void check(const Scenario& scenario, unsigned shuffle) {
  const manifest::Catalog nothing;
  const auto result = scenario.indexes.run(scenario.request, nothing, shuffle);
  if (const auto* none = std::get_if<NoSolution>(&result)) {
    INFO(none->explanation);
    REQUIRE_FALSE(scenario.satisfiable);
    for (const auto& words : scenario.fails) CHECK_THAT(none->explanation, Catch::Contains(words));
    for (const auto& words : scenario.advises) CHECK_THAT(none->hint, Catch::Contains(words));
    for (const auto& words : scenario.silent) CHECK_THAT(none->explanation + none->hint, !Catch::Contains(words));
    return;
  }
  const auto& plan = std::get<plan::Plan>(result);
  REQUIRE(scenario.satisfiable);
  CHECK(outcome(plan) == scenario.expected);
  for (const auto& words : scenario.silent)
    for (const auto& note : plan.notes) CHECK_THAT(note, !Catch::Contains(words));
  for (const auto& words : scenario.notes) {
    std::string all;
    for (const auto& note : plan.notes) all += note + "\n";
    INFO(words << "\n" << all);
    CHECK(std::ranges::count_if(plan.notes, [&](const auto& note) { return note.find(words) != std::string::npos; }) ==
          1);
  }
}

}  // namespace

TEST_CASE("Every written resolution ends as its file says, in whatever order the answers come") {
  const std::filesystem::path folder = std::string(KENV_SOURCE_DIR) + "/tests/scenarios/resolver";
  int files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".txt") continue;
    ++files;
    const auto scenario = read_scenario(contents(entry.path()));
    for (unsigned shuffle : {0u, 1u, 2u}) {
      INFO(entry.path().filename() << ", order " << shuffle);
      check(scenario, shuffle);
    }
  }
  CHECK(files >= 15);
}

}  // namespace kenv::resolvers::testing
