// SPDX-License-Identifier: Apache-2.0
#include "fake_index.hpp"
#include "support/catch.hpp"

// Requirements that name a file: "a @ https://HOST/a-1.0-py3-none-any.whl".
namespace kenv::resolvers::testing {
namespace {

constexpr const char* kFirst = "https://host/one/a-1.0-py3-none-any.whl";
constexpr const char* kSecond = "https://host/two/a-1.0-py3-none-any.whl";

const manifest::Catalog& nothing() {
  static const manifest::Catalog catalog;
  return catalog;
}

/// On the index "a" is newer, and needs something else.
FakeIndexes world() {
  FakeIndexes indexes;
  indexes.add("pypi", "a", {"2.0", {"of-the-index"}});
  indexes.add("pypi", "b", {"1.0", {}});
  indexes.add("pypi", "of-the-index", {"1.0", {}});
  indexes.add_file(kFirst, "a", {"1.0", {"b"}});
  indexes.add_file(kSecond, "a", {"1.0", {}});
  return indexes;
}

std::string told(const FakeIndexes& indexes, const std::vector<std::string>& roots) {
  Request request = request_for();
  for (const auto& root : roots) request.roots.push_back(requirement(root));
  const auto result = indexes.run(request, nothing());
  if (const auto* none = std::get_if<NoSolution>(&result)) return none->explanation;
  std::string text;
  for (const auto& [name, version] : outcome(std::get<plan::Plan>(result))) text += name + "==" + version + " ";
  return text;
}

std::string address(const std::string& name, const std::string& url) { return name + " @ " + url; }

}  // namespace

TEST_CASE("An override takes the place of an address, too") {
  Request request = request_for();
  request.roots = {requirement(address("a", kFirst)), requirement("b")};
  request.overrides = {requirement("a==2.0")};
  const auto result = world().run(request, nothing());
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  CHECK(outcome(std::get<plan::Plan>(result)).at("a") == "2.0");
  request.overrides = {requirement(address("a", kSecond))};
  CHECK(outcome(std::get<plan::Plan>(world().run(request, nothing()))).at("a") == "1.0");
}

TEST_CASE("A package that is named by an address is that file, for everybody who needs it") {
  FakeIndexes indexes = world();
  indexes.add("pypi", "c", {"1.0", {"a"}});
  for (unsigned order : {0u, 1u, 2u, 3u}) {
    Request request = request_for();
    request.roots = {requirement("c"),
                     requirement(address("a", std::string(kFirst) + "#sha256=" + std::string(64, 'a')))};
    const auto result = indexes.run(request, nothing(), order);
    REQUIRE(std::holds_alternative<plan::Plan>(result));
    const auto& plan = std::get<plan::Plan>(result);
    CHECK(outcome(plan) == std::map<std::string, std::string>{{"a", "1.0"}, {"b", "1.0"}, {"c", "1.0"}});
    const auto* step = step_of(plan, "a");
    REQUIRE(step->wheel);
    CHECK(step->wheel->direct);
    CHECK(step->wheel->index.empty());
    CHECK(step->wheel->file.url == kFirst);
    CHECK(step->wheel->file.sha256->hex() == std::string(64, 'a'));
    CHECK_FALSE(step_of(plan, "b")->wheel->direct);
  }
}

TEST_CASE("A constraint by address binds a package without asking for it") {
  Request request = request_for();
  request.roots = {requirement("b")};
  request.constraints = {requirement(address("a", kFirst))};
  const FakeIndexes indexes = world();
  CHECK(outcome(std::get<plan::Plan>(indexes.run(request, nothing()))).size() == 1);
  request.roots = {requirement("a")};
  CHECK(outcome(std::get<plan::Plan>(indexes.run(request, nothing()))).at("a") == "1.0");
}

TEST_CASE("A file that was named by its address may name others so, and everything else sees those") {
  FakeIndexes indexes = world();
  const std::string top = "https://host/top-1.0-py3-none-any.whl";
  indexes.add_file(top, "top", {"1.0", {address("a", kSecond)}});
  indexes.add("pypi", "c", {"1.0", {"a"}});
  CHECK(told(indexes, {"c", address("top", top)}) == "a==1.0 c==1.0 top==1.0 ");
}

TEST_CASE("A file of an index may not say that code comes from somewhere else") {
  FakeIndexes indexes = world();
  indexes.add("pypi", "c", {"1.0", {address("a", kFirst)}});
  CHECK_THAT(told(indexes, {"c"}), Catch::Contains("c 1.0 cannot be used") && Catch::Contains(address("a", kFirst)));
  // Who asks for the same file makes it right: still the index's file may not.
  indexes.add("pypi", "c", {"0.9", {}});
  CHECK(told(indexes, {"c"}) == "c==0.9 ");
}

TEST_CASE("An override takes the place of an address that a file of an index asks for") {
  FakeIndexes indexes = world();
  indexes.add("pypi", "c", {"1.0", {address("a", kFirst)}});
  for (const auto& [override, wanted] :
       {std::pair<std::string, std::string>{"a==2.0", "2.0"}, {address("a", kSecond), "1.0"}}) {
    INFO(override);
    Request request = request_for();
    request.roots = {requirement("c")};
    request.overrides = {requirement(override)};
    const auto result = indexes.run(request, nothing());
    REQUIRE(std::holds_alternative<plan::Plan>(result));
    CHECK(outcome(std::get<plan::Plan>(result)).at("a") == wanted);
  }
}

TEST_CASE(
    "What an installed package names by its address comes from there, not from an index where anybody has its name") {
  Request request = request_for();
  request.purpose = Request::Purpose::Install;
  request.roots = {requirement("c")};
  request.installed = {installed("c", "1.0", {address("a", kSecond)}, true)};
  const auto missing = world().run(request, nothing());
  REQUIRE(std::holds_alternative<plan::Plan>(missing));
  CHECK(outcome(std::get<plan::Plan>(missing)).at("a") == "1.0");
  request.installed.push_back(installed("a", "2.0"));  // it is met by what is there, wherever that came from
  const auto there = world().run(request, nothing());
  REQUIRE(std::holds_alternative<plan::Plan>(there));
  CHECK_FALSE(std::get<plan::Plan>(there).changes_anything());
}

TEST_CASE("Who named the file is part of what is told") {
  Request request = request_for();
  request.roots = {requirement("b"), requirement("a>=2")};
  request.constraints = {requirement(address("a", kFirst))};
  request.stated_at = {{request.constraints[0].to_text(), "c.txt:1"}};
  const auto first = world().run(request, nothing());
  REQUIRE(std::holds_alternative<NoSolution>(first));
  CHECK_THAT(std::get<NoSolution>(first).explanation,
             Catch::Contains(std::string(kFirst) + " as named by the constraint (c.txt:1)"));
  request.roots = {requirement("a")};
  request.constraints.push_back(requirement(address("a", kSecond)));
  const auto second = world().run(request, nothing());
  REQUIRE(std::holds_alternative<NoSolution>(second));
  CHECK_THAT(std::get<NoSolution>(second).explanation, Catch::Contains(kSecond) && Catch::Contains(kFirst));
}

TEST_CASE("What speaks against a file that is named by its address is told") {
  FakeIndexes indexes = world();
  indexes.add("pypi", "c", {"1.0", {"a>=2"}});
  indexes.add_file("https://host/a-1.0-cp311-cp311-win_amd64.whl", "a", {"1.0", {}});
  struct Row {
    std::vector<std::string> roots;
    std::string says;
  };
  const Row rows[] = {
      {{address("a", kFirst), address("a", kSecond)},
       "a @ https://host/two/a-1.0-py3-none-any.whl, and it is to be 1.0 of " + std::string(kFirst)},
      {{address("a", kFirst), "a>=2"}, "you ask for a>=2, and it is to be 1.0 of " + std::string(kFirst)},
      {{address("a", kFirst), "c"}, "c 1.0 depends on a>=2, and it is to be 1.0 of " + std::string(kFirst)},
      {{"a @ https://host/a-1.0.tar.gz"}, "that is a source distribution"},
      {{"a @ git+https://host/a.git"}, "that is a repository"},
      {{address("b", kFirst)}, "that is a wheel of a"},
      {{"a @ https://host/a-1.0-cp311-cp311-win_amd64.whl"}, "has wheels for cp311 on win_amd64; this system is Linux"},
      {{"a @ https://user:secret@host/one/b-1.0-py3-none-any.whl"}, "a @ https://****@host/one/b"},
  };
  for (const auto& row : rows) {
    INFO(row.roots.back());
    const std::string text = told(indexes, row.roots);
    CHECK_THAT(text, Catch::Contains(row.says));
    CHECK_THAT(text, !Catch::Contains("secret"));
  }
}

TEST_CASE("An override by address takes the place of every requirement") {
  Request request = request_for();
  FakeIndexes indexes = world();
  indexes.add("pypi", "c", {"1.0", {"a>=2"}});
  request.roots = {requirement("c")};
  request.overrides = {requirement(address("a", kFirst))};
  const auto found = outcome(std::get<plan::Plan>(indexes.run(request, nothing())));
  CHECK(found == std::map<std::string, std::string>{{"a", "1.0"}, {"b", "1.0"}, {"c", "1.0"}});
}

}  // namespace kenv::resolvers::testing
