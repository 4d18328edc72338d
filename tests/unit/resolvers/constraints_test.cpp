// SPDX-License-Identifier: Apache-2.0
#include "fake_index.hpp"
#include "support/catch.hpp"

// Constraints bound what is there, as far as their markers hold.
namespace kenv::resolvers::testing {
namespace {

/// What is asked of the index to install foo beside bar 3.0, with this constraint.
std::vector<std::string> asked_with(const std::string& constraint) {
  FakeIndexes indexes;
  indexes.add("pypi", "foo", {"1.0", {}});
  indexes.add("pypi", "bar", {"1.0", {}});
  indexes.add("pypi", "bar", {"3.0", {}});
  Request request = request_for();
  request.purpose = Request::Purpose::Install;
  request.installed = {installed("bar", "3.0", {}, true)};
  request.roots = {requirement("foo")};
  request.constraints = {requirement(constraint)};
  FakeIndexes::Trace trace;
  const manifest::Catalog nothing;
  const auto result = indexes.run(request, nothing, 0, &trace);
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  CHECK(outcome(std::get<plan::Plan>(result)).at("foo") == "1.0");
  return trace.projects;
}

}  // namespace

TEST_CASE("An installed package is moved, and its index asked, by constraints that hold here only") {
  CHECK(asked_with("bar<4") == std::vector<std::string>{"pypi/foo"});
  CHECK(asked_with("bar<2; python_version < '3'") == std::vector<std::string>{"pypi/foo"});
  CHECK(asked_with("bar<2; python_version >= '3'") == std::vector<std::string>{"pypi/foo", "pypi/bar"});
}

}  // namespace kenv::resolvers::testing
