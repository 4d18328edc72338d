// SPDX-License-Identifier: Apache-2.0
#include "fake_index.hpp"
#include "support/catch.hpp"

namespace kenv::resolvers::testing {
namespace {

using Action = plan::Step::Action;

/// timezones stands there with a version of before PEP 440; clock needs it.
Request request(const std::vector<std::string>& roots, const std::vector<std::string>& needs = {}) {
  Request request = request_for();
  request.purpose = Request::Purpose::Install;
  request.installed = {installed("timezones", "2004d", needs), installed("clock", "1.0", {"timezones"}),
                       installed("base", "1.0")};
  for (const auto& root : roots) request.roots.push_back(requirement(root));
  return request;
}

plan::Plan planned(const Request& request) {
  FakeIndexes indexes;
  indexes.add("pypi", "timezones", {"2024.1", {}});
  indexes.add("pypi", "other", {"1.0", {}});
  indexes.add("pypi", "needing", {"1.0", {"timezones"}});
  indexes.add("pypi", "base", {"2.0", {}});
  const manifest::Catalog nothing;
  auto result = indexes.run(request, nothing);
  if (const auto* none = std::get_if<NoSolution>(&result)) FAIL(none->explanation);
  return std::get<plan::Plan>(std::move(result));
}

}  // namespace

TEST_CASE(
    "A package whose version is outside of the standard is replaced where it is asked for, and left where it is not") {
  struct Row {
    const char* root;
    Action action;
  };
  for (const Row& row : {Row{"timezones", Action::Replace},
                         {"timezones>=2000", Action::Replace},
                         {"needing", Action::Replace},
                         {"other", Action::Keep}}) {
    INFO(row.root);
    const auto plan = planned(request({row.root}));
    const auto* step = step_of(plan, "timezones");
    REQUIRE(step);
    CHECK(step->action == row.action);
    CHECK(step->from == "2004d");
    CHECK(step->to == (row.action == Action::Keep ? "2004d" : "2024.1"));
    CHECK(step_of(plan, "clock")->action == Action::Keep);
  }
  CHECK(step_of(planned(request({"timezones"})), "timezones")->reason == "its version `2004d` is none of the standard");
}

TEST_CASE("Whoever needs a package whose version is outside of the standard is left with it, and that is told") {
  const auto plan = planned(request({"other"}));
  REQUIRE(plan.notes.size() == 1);
  CHECK(plan.notes[0] ==
        "clock 1.0 requires timezones, but 2004d is installed: it was so before, and is left as it is");
}

TEST_CASE("What a package needs whose version is outside of the standard is not taken from it without a word") {
  const auto plan = planned(request({"base==2.0"}, {"base<2"}));
  CHECK(plan.notes.at(1) == "timezones 2004d requires base<2, and base 2.0 takes the place of 1.0");
}

TEST_CASE("A package whose version is outside of the standard can be removed") {
  Request removal = request({});
  removal.removed = {name("timezones")};
  removal.installed.erase(removal.installed.begin() + 1);
  const auto plan = planned(removal);
  CHECK(step_of(plan, "timezones")->action == Action::Remove);
  CHECK(step_of(plan, "timezones")->from == "2004d");
}

}  // namespace kenv::resolvers::testing
