// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "fake_index.hpp"
#include "support/catch.hpp"

namespace kenv::resolvers::testing {
namespace {

constexpr int kVersions = 500, kPackages = 30;

/// A chain in which each version wants one version of the next package, and the last package is held back.
FakeIndexes exact_chain() {
  FakeIndexes indexes;
  for (int package = 0; package < kPackages; ++package)
    for (int number = 1; number <= kVersions; ++number) {
      FakeFile file{fmt::format("1.{}", number), {}};
      if (package + 1 < kPackages) file.needs = {fmt::format("p{}==1.{}", package + 1, number)};
      indexes.add("pypi", fmt::format("p{}", package), file);
    }
  return indexes;
}

/// Like boto3 and botocore: every release wants a small window of the next package's releases, and a shared one below a
/// bound that grows with the release.
FakeIndexes windows() {
  FakeIndexes indexes;
  for (int package = 0; package < kPackages; ++package)
    for (int number = 1; number <= kVersions; ++number) {
      FakeFile file{fmt::format("1.{}", number), {}};
      if (package + 1 < kPackages)
        file.needs.push_back(fmt::format("p{}>=1.{},<1.{}", package + 1, std::max(1, number - 2), number + 1));
      if (package % 3 == 2) file.needs.push_back(fmt::format("shared>=1.{}", number));
      indexes.add("pypi", fmt::format("p{}", package), file);
    }
  for (int number = 1; number <= kVersions; ++number) indexes.add("pypi", "shared", {fmt::format("1.{}", number), {}});
  return indexes;
}

}  // namespace

TEST_CASE("A chain of exact pins that ends at an old version is followed down to it") {
  const auto indexes = exact_chain();
  Request request = request_for();
  request.roots = {requirement("p0"), requirement("p29==1.400")};
  const manifest::Catalog nothing;
  const auto result = indexes.run(request, nothing);
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  CHECK(outcome(std::get<plan::Plan>(result)).at("p0") == "1.400");
}

TEST_CASE("Windows of versions over a shared package that is held back are solved") {
  const auto indexes = windows();
  Request request = request_for();
  request.roots = {requirement("p0"), requirement("shared<1.200")};
  const manifest::Catalog nothing;
  const auto result = indexes.run(request, nothing);
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  const auto found = outcome(std::get<plan::Plan>(result));
  CHECK(found.size() == kPackages + 1);
  CHECK(version(found.at("shared")) < version("1.200"));
}

TEST_CASE("A set without a solution is refused with a proof that fits a screen") {
  const auto indexes = windows();
  Request request = request_for();
  request.roots = {requirement("p0>=1.400"), requirement("shared<1.200")};
  const manifest::Catalog nothing;
  const auto result = indexes.run(request, nothing);
  REQUIRE(std::holds_alternative<NoSolution>(result));
  const auto& text = std::get<NoSolution>(result).explanation;
  CHECK_THAT(text, Catch::Contains("the request cannot be met"));
  CHECK(std::count(text.begin(), text.end(), '\n') <= 17);
}

}  // namespace kenv::resolvers::testing
