// SPDX-License-Identifier: Apache-2.0
#include "fake_index.hpp"
#include "support/catch.hpp"
#include "torch_like.hpp"

// Requests that hold the wheels of a lock.
namespace kenv::resolvers::testing {
namespace {

LockedWheel locked(const std::string& package, const std::string& of_version, const std::string& index = kLockIndex) {
  return {name(package),
          version(of_version),
          {package + "-" + of_version + "-py3-none-any.whl", "https://host/" + package, sha256(package), 7},
          index};
}

const manifest::Catalog& no_manifests() {
  static const manifest::Catalog catalog;
  return catalog;
}

}  // namespace

TEST_CASE("a lock's wheels are the plan, and no index is asked") {
  FakeIndexes indexes;
  Request request = request_for();
  request.prereleases = true;
  request.locked = {locked("a", "1.0"), locked("b", "2.0rc1")};
  Resolution resolution(request, no_manifests());
  FakeIndexes::Trace trace;
  const auto result = indexes.run(resolution, 0, &trace);
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  const auto& plan = std::get<plan::Plan>(result);
  CHECK(outcome(plan) == std::map<std::string, std::string>{{"a", "1.0"}, {"b", "2.0rc1"}});
  CHECK(step_of(plan, "a")->wheel->file.url == "https://host/a");
  CHECK(step_of(plan, "a")->requested);
  CHECK(plan.download_bytes == 14);
  CHECK(trace.projects.empty());
  CHECK(trace.metadata.empty());
}

TEST_CASE("what a lock states of its wheels stands in the plan") {
  FakeIndexes indexes;
  Request request = request_for();
  auto known = locked("a", "1.0");
  known.index_url = "https://h/simple";
  known.file.requires_python = ">=3.9";
  auto direct = locked("b", "1.0");
  direct.direct = true;
  request.locked = {known, direct};
  const auto result = indexes.run(request, no_manifests());
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  const auto& plan = std::get<plan::Plan>(result);
  CHECK(step_of(plan, "a")->wheel->index_url == "https://h/simple");
  CHECK(step_of(plan, "a")->wheel->requires_python == ">=3.9");
  CHECK_FALSE(step_of(plan, "a")->wheel->direct);
  CHECK(step_of(plan, "b")->wheel->direct);
  CHECK(step_of(plan, "b")->wheel->index.empty());
}

TEST_CASE("installed packages of the lock's version stay, others give way, what the lock does not name is left alone") {
  FakeIndexes indexes;
  Request request = request_for();
  request.purpose = Request::Purpose::Install;
  request.locked = {locked("a", "1.0"), locked("b", "2.0")};
  request.installed = {installed("a", "1.0", {}, true), installed("b", "1.0", {}, true),
                       installed("c", "1.0", {"b"}, true)};
  const auto result = indexes.run(request, no_manifests());
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  const auto& plan = std::get<plan::Plan>(result);
  CHECK(outcome(plan) == std::map<std::string, std::string>{{"a", "1.0"}, {"b", "2.0"}, {"c", "1.0"}});
  CHECK(step_of(plan, "a")->action == plan::Step::Action::Keep);
  CHECK(step_of(plan, "b")->action == plan::Step::Action::Replace);
}

TEST_CASE("a lock that would break what stays installed is refused, with what would have to go") {
  FakeIndexes indexes;
  Request request = request_for();
  request.purpose = Request::Purpose::Install;
  request.locked = {locked("b", "2.0")};
  request.installed = {installed("b", "1.0"), installed("c", "1.0", {"b<2"}, true)};
  const auto result = indexes.run(request, no_manifests());
  REQUIRE(std::holds_alternative<NoSolution>(result));
  const auto& none = std::get<NoSolution>(result);
  CHECK_THAT(none.explanation, Catch::Contains("c 1.0 depends on b<2"));
  REQUIRE(none.offers.size() == 1);
  CHECK(none.offers[0].kind == "allow-remove");
  request.allow_remove = true;
  const auto agreed = indexes.run(request, no_manifests());
  REQUIRE(std::holds_alternative<plan::Plan>(agreed));
  CHECK(outcome(std::get<plan::Plan>(agreed)) == std::map<std::string, std::string>{{"b", "2.0"}});
}

TEST_CASE("a locked build that failed its test is not tried again, and there is no other") {
  FakeIndexes indexes;
  Request request = request_for();
  request.locked = {locked("a", "1.0")};
  Resolution resolution(request, no_manifests());
  REQUIRE(std::holds_alternative<plan::Plan>(indexes.run(resolution)));
  resolution.answer(
      CandidateFailed{name("a"), "1.0", kLockIndex, {"a 1.0 (lock)", "launch", std::nullopt, "it crashed"}});
  const auto result = indexes.run(resolution);
  REQUIRE(std::holds_alternative<NoSolution>(result));
  CHECK(std::get<NoSolution>(result).explanation.find("it crashed") != std::string::npos);
}

}  // namespace kenv::resolvers::testing
