// SPDX-License-Identifier: Apache-2.0
#include "base/embedded.hpp"
#include "fake_index.hpp"
#include "manifest/manifest.hpp"
#include "support/catch.hpp"
#include "torch_like.hpp"

// Bounds that no METADATA states, as kenv's own manifests have them: all imports, and nothing works.
namespace kenv::resolvers::testing {
namespace {

const manifest::Catalog& catalog() {
  static const auto read = manifest::read_catalog(manifests::embedded_files());
  REQUIRE(read);
  return *read;
}

FakeIndexes index_of_old_torch() {
  FakeIndexes indexes;
  for (const char* number : {"2.0.1", "2.3.1", "2.15.0"}) {
    FakeFile torch{number, {}};
    torch.tags = "cp311-cp311-manylinux_2_28_x86_64";
    indexes.add("pypi", "torch", torch);
  }
  for (const char* number : {"1.26.4", "2.4.6"}) indexes.add("pypi", "numpy", {number, {}});
  for (const char* number : {"4.48.3", "4.57.1", "5.24.0"})
    indexes.add("pypi", "transformers", {number, {"numpy>=1.17"}});
  return indexes;
}

Request request_on_default_index(const std::vector<std::string>& roots) {
  Request request = default_index_request({});
  request.roots.clear();
  for (const auto& root : roots) request.roots.push_back(requirement(root));
  return request;
}

}  // namespace

TEST_CASE("An old torch gets the numpy and the transformers that work with it") {
  const auto result = index_of_old_torch().run(request_on_default_index({"torch==2.0.1", "transformers"}), catalog());
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  CHECK(outcome(std::get<plan::Plan>(result)) ==
        std::map<std::string, std::string>{{"torch", "2.0.1"}, {"numpy", "1.26.4"}, {"transformers", "4.48.3"}});
}

TEST_CASE("A pair that does not work together is refused with the reason that the manifest has") {
  struct Row {
    std::vector<std::string> roots;
    std::string says;
  };
  const Row rows[] = {
      {{"torch==2.0.1", "numpy>=2"},
       "torch before 2.3 was built against numpy 1: torch.from_numpy fails beside numpy 2"},
      {{"torch==2.0.1", "transformers>=5"}, "transformers turns itself off beside an older torch"},
      {{"torch==2.3.1", "transformers>=5"}, "transformers 5 needs torch 2.4"},
  };
  for (const auto& row : rows) {
    INFO(row.roots.back());
    const auto result = index_of_old_torch().run(request_on_default_index(row.roots), catalog());
    REQUIRE(std::holds_alternative<NoSolution>(result));
    CHECK_THAT(std::get<NoSolution>(result).explanation, Catch::Contains(row.says));
  }
}

TEST_CASE("What is installed is held to those bounds too") {
  Request request = request_on_default_index({"torch==2.0.1"});
  request.purpose = Request::Purpose::Install;
  request.installed = {installed("numpy", "2.4.6", {}, true),
                       installed("transformers", "5.24.0", {"numpy>=1.17"}, true)};
  const auto result = index_of_old_torch().run(request, catalog());
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  const auto& plan = std::get<plan::Plan>(result);
  CHECK(outcome(plan) ==
        std::map<std::string, std::string>{{"torch", "2.0.1"}, {"numpy", "1.26.4"}, {"transformers", "4.48.3"}});
  CHECK(step_of(plan, "numpy")->action == plan::Step::Action::Replace);
}

TEST_CASE("An installed framework holds what is installed beside it") {
  Request request = request_on_default_index({"transformers"});
  request.purpose = Request::Purpose::Install;
  request.installed = {installed("torch", "2.0.1", {}, true)};
  const auto result = index_of_old_torch().run(request, catalog());
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  const auto found = outcome(std::get<plan::Plan>(result));
  CHECK(found.at("torch") == "2.0.1");
  CHECK(found.at("transformers") == "4.48.3");
  CHECK(found.at("numpy") == "1.26.4");
}

TEST_CASE("An override is the user's word against such a bound") {
  Request request = request_on_default_index({"torch==2.0.1", "numpy"});
  request.overrides = {requirement("numpy==2.4.6")};
  const auto result = index_of_old_torch().run(request, catalog());
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  CHECK(outcome(std::get<plan::Plan>(result)).at("numpy") == "2.4.6");
}

TEST_CASE("A local part means the build, also where the index does not write it into the version") {
  const auto indexes = torch_indexes(true);
  const auto torch = torch_catalog();
  struct Row {
    std::string root, version, index;
  };
  const Row rows[] = {
      {"torch==2.15.0+cu132", "2.15.0", "pypi"},
      {"torch==2.14.0", "2.14.0+cu130", "pytorch"},
      {"torch==2.14.0+cu126", "2.14.0+cu126", "pytorch"},
      {"torch!=2.15.0", "2.14.0+cu130", "pytorch"},
  };
  for (const auto& row : rows) {
    INFO(row.root);
    Request request = torch_request({});
    request.roots = {requirement(row.root)};
    const auto result = indexes.run(request, torch);
    REQUIRE(std::holds_alternative<plan::Plan>(result));
    const auto& plan = std::get<plan::Plan>(result);
    CHECK(step_of(plan, "torch")->to == row.version);
    CHECK(step_of(plan, "torch")->wheel->index == row.index);
    CHECK(plan.guard.constraints.front() == "torch==" + row.version);
  }
  Request request = torch_request({});
  request.roots = {requirement("torch==2.15.0+cu126")};
  CHECK(std::holds_alternative<NoSolution>(indexes.run(request, torch)));
  // A package may not mean more than it says: pip would refuse the pair.
  FakeIndexes pinned = torch_indexes(true);
  pinned.add("pypi", "extension", {"1.0", {"torch==2.15.0+cu132"}});
  request.roots = {requirement("extension")};
  CHECK(std::holds_alternative<NoSolution>(pinned.run(request, torch)));
}

}  // namespace kenv::resolvers::testing
