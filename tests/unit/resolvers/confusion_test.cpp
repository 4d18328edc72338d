// SPDX-License-Identifier: Apache-2.0
#include "fake_index.hpp"
#include "support/catch.hpp"
#include "torch_like.hpp"

// Dependency confusion: whoever can put a package on one index must not get it installed in place of another's.
namespace kenv::resolvers::testing {
namespace {

/// A framework with an index of its own, as minigpu has one.
manifest::Catalog own_index_catalog() {
  manifest::Catalog catalog;
  manifest::Framework framework;
  framework.name = "minigpu";
  framework.members = {"minigpu", "minicore"};
  framework.indexes = {"minigpu"};
  framework.builds.push_back(build("1.0+new", "new", "minigpu", "sm_120"));
  catalog.frameworks.push_back(framework);
  return catalog;
}

/// Somebody has taken the framework's names on the default index, with versions that are higher.
FakeIndexes squatted() {
  FakeIndexes indexes;
  indexes.add("minigpu", "minigpu", {"1.0+new", {"minicore", "numpy"}});
  indexes.add("minigpu", "minicore", {"1.0", {}});
  indexes.add("minigpu", "numpy", {"99.0", {}});
  indexes.add("pypi", "minigpu", {"99.0", {}});
  indexes.add("pypi", "minicore", {"99.0", {}});
  indexes.add("pypi", "numpy", {"2.0", {}});
  return indexes;
}

Request request_with(const std::set<std::string>& configured, const std::string& root = "minigpu") {
  Request request = request_for();
  request.roots = {requirement(root)};
  request.framework_indexes = configured;
  request.gpus = {rtx_5090()};
  return request;
}

std::string explanation(const FakeIndexes& indexes, Request request, FakeIndexes::Trace* trace = nullptr) {
  static const manifest::Catalog catalog = own_index_catalog();
  const auto result = indexes.run(std::move(request), catalog, 0, trace);
  REQUIRE(std::holds_alternative<NoSolution>(result));
  const auto& none = std::get<NoSolution>(result);
  std::string text = none.explanation;
  for (const auto& one : none.rejections) text += "\n" + one.candidate + " " + one.reason;
  return text;
}

}  // namespace

TEST_CASE("Each package comes from its one index, wherever else its name is taken with a higher version") {
  const auto catalog = own_index_catalog();
  FakeIndexes::Trace trace;
  const auto result = squatted().run(request_with({"minigpu"}), catalog, 0, &trace);
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  const auto& plan = std::get<plan::Plan>(result);
  CHECK(outcome(plan) ==
        std::map<std::string, std::string>{{"minigpu", "1.0+new"}, {"minicore", "1.0"}, {"numpy", "2.0"}});
  CHECK(step_of(plan, "minigpu")->wheel->index == "minigpu");
  CHECK(step_of(plan, "minicore")->wheel->index == "minigpu");
  CHECK(step_of(plan, "numpy")->wheel->index == "pypi");
  // Not even asked: the question alone would tell the other index what is used here.
  CHECK(std::set<std::string>(trace.projects.begin(), trace.projects.end()) ==
        std::set<std::string>{"minigpu/minigpu", "minigpu/minicore", "pypi/numpy"});
}

TEST_CASE("The default index never stands in for a framework's own index") {
  struct Row {
    std::set<std::string> configured, left_out;
    std::string root, says;
  };
  const Row rows[] = {
      {{}, {}, "minigpu", "not configured"},
      {{"minigpu"}, {"minigpu"}, "minigpu", "left out"},
      {{}, {"minigpu"}, "minigpu", "index minigpu is left out (--without-index)"},
      {{},
       {},
       "minicore",
       "it comes from index minigpu alone, which is not configured (--framework-index minigpu=URL)"},
      {{"minigpu"}, {"minigpu"}, "minicore", "index minigpu is left out"},
  };
  for (const auto& row : rows) {
    INFO(row.root << " " << row.says);
    Request request = request_with(row.configured, row.root);
    request.without_index = row.left_out;
    FakeIndexes::Trace trace;
    CHECK_THAT(explanation(squatted(), request, &trace), Catch::Contains(row.says));
    CHECK(trace.projects.empty());
  }
}

TEST_CASE(
    "An index that was left out is named as such, by what it is for and not by how it is called in the sentence") {
  struct Row {
    std::set<std::string> configured, without;
    std::string root;
    std::set<std::string> left_out, projects;
  };
  for (const Row& row :
       {Row{{"minigpu"}, {"minigpu"}, "minicore", {"minigpu"}, {"minicore"}},
        Row{{"minigpu"}, {"minigpu"}, "minigpu", {"minigpu"}, {"minigpu"}}, Row{{}, {}, "minigpu", {}, {"minigpu"}},
        Row{{"minigpu"}, {"pypi"}, "numpy", {"pypi"}, {"numpy"}},
        Row{{"minigpu"}, {"pypi"}, "minicore==7", {}, {"minicore"}}}) {
    INFO(row.root);
    Request request = request_with(row.configured, row.root);
    request.without_index = row.without;
    request.index_addresses = {{"pypi", "https://mirror.example/simple/"},
                               {"minigpu", "https://mirror.example/minigpu/"}};
    const auto catalog = own_index_catalog();
    const auto result = squatted().run(request, catalog);
    REQUIRE(std::holds_alternative<NoSolution>(result));
    CHECK(std::get<NoSolution>(result).left_out == row.left_out);
    CHECK(std::get<NoSolution>(result).projects == row.projects);
  }
}

TEST_CASE("A place with wheels that the user names may stand in for an index that is not configured") {
  const auto catalog = own_index_catalog();
  FakeIndexes indexes = squatted();
  indexes.add("find-links", "minigpu", {"1.0+new", {"minicore"}});
  indexes.add("find-links", "minicore", {"1.0", {}});
  Request request = request_with({});
  request.bound = {{name("minigpu"), "find-links"}, {name("minicore"), "find-links"}};
  const auto result = indexes.run(request, catalog);
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  CHECK(outcome(std::get<plan::Plan>(result)) ==
        std::map<std::string, std::string>{{"minigpu", "1.0+new"}, {"minicore", "1.0"}});
}

TEST_CASE(
    "What a place of wheels lists in no version that would do: the way to the index is named, where there is one") {
  const auto catalog = own_index_catalog();
  FakeIndexes indexes = squatted();
  indexes.add("find-links", "numpy", {"1.0", {}});
  struct Row {
    std::string root, default_index;
    bool names_it;
  };
  for (const Row& row :
       {Row{"numpy>=2", "pypi", true}, Row{"numpy>=2", "find-links", false}, Row{"absent", "pypi", false}}) {
    INFO(row.root << " " << row.default_index);
    Request request = request_with({}, row.root);
    request.bound = {{name("numpy"), "find-links"}};
    request.default_index = row.default_index;
    const auto result = indexes.run(request, catalog);
    REQUIRE(std::holds_alternative<NoSolution>(result));
    const auto& none = std::get<NoSolution>(result);
    CHECK((none.hint.find("numpy is taken from where --find-links lists it") != std::string::npos) == row.names_it);
    CHECK((none.hint.find("--without-index find-links") != std::string::npos) == row.names_it);
    CHECK(none.asked == row.default_index);
  }
}

TEST_CASE("A name that only the default index has is not looked for on a framework's index") {
  const auto catalog = own_index_catalog();
  FakeIndexes indexes = squatted();
  indexes.add("minigpu", "requests", {"99.0", {}});
  CHECK_THAT(explanation(indexes, request_with({"minigpu"}, "requests")), Catch::Contains("it is not on index pypi"));
}

}  // namespace kenv::resolvers::testing
