// SPDX-License-Identifier: Apache-2.0
#include "fake_index.hpp"
#include "support/catch.hpp"

// Digests that somebody vouches for (--hash, --require-hashes).
namespace kenv::resolvers::testing {
namespace {

const std::string kGood(64, 'a'), kOther(64, 'b');

FakeIndexes hashed_world() {
  FakeIndexes indexes;
  indexes.add("pypi", "a", {.version = "1.0", .needs = {"b"}, .sha256 = kGood});
  indexes.add("pypi", "a", {.version = "2.0", .needs = {"b"}, .sha256 = kOther});
  indexes.add("pypi", "b", {.version = "1.0", .needs = {}, .sha256 = kOther});
  return indexes;
}

Request request_with(const std::map<std::string, std::string>& digests, bool required) {
  Request request = request_for();
  request.roots = {requirement("a")};
  for (const auto& [package, digest] : digests) request.hashes[name(package)] = {*Sha256Digest::from_hex(digest)};
  request.require_hashes = required;
  return request;
}

}  // namespace

TEST_CASE("Of a package with digests only those files are taken, whatever is newer") {
  const manifest::Catalog nothing;
  const auto result = hashed_world().run(request_with({{"a", kGood}}, false), nothing);
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  CHECK(outcome(std::get<plan::Plan>(result)) == std::map<std::string, std::string>{{"a", "1.0"}, {"b", "1.0"}});
}

TEST_CASE("A file of which the index states digests of other algorithms only is held against those") {
  const manifest::Catalog nothing;
  FakeIndexes indexes;
  const Digest good(DigestAlgorithm::Sha512, std::string(128, 'a')),
      other(DigestAlgorithm::Sha512, std::string(128, 'b'));
  indexes.add("pypi", "a", {.version = "1.0", .needs = {}, .other_digests = {good}});
  indexes.add("pypi", "a", {.version = "2.0", .needs = {}, .other_digests = {other}});
  Request request = request_with({}, true);
  request.hashes[name("a")] = {good};
  const auto result = indexes.run(request, nothing);
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  CHECK(outcome(std::get<plan::Plan>(result)) == std::map<std::string, std::string>{{"a", "1.0"}});
  // Of another algorithm than those that are stated: seen when the file is there.
  request.hashes[name("a")] = {*Sha256Digest::from_hex(kGood)};
  CHECK(std::holds_alternative<plan::Plan>(indexes.run(request, nothing)));
}

TEST_CASE("Where digests are required a package without one cannot be used") {
  const manifest::Catalog nothing;
  const auto refused = hashed_world().run(request_with({{"a", kGood}}, true), nothing);
  REQUIRE(std::holds_alternative<NoSolution>(refused));
  CHECK_THAT(std::get<NoSolution>(refused).explanation,
             Catch::Contains("b 1.0 cannot be used: has no wheel with a digest that you vouch for"));
  const auto result = hashed_world().run(request_with({{"a", kGood}, {"b", kOther}}, true), nothing);
  CHECK(std::holds_alternative<plan::Plan>(result));
}

TEST_CASE("A file that is named by its address is held to the digest that is vouched for") {
  const manifest::Catalog nothing;
  FakeIndexes indexes;
  const std::string url = "https://host/a-3.0-py3-none-any.whl";
  indexes.add_file(url, "a", {"3.0", {}});
  Request request = request_with({{"a", kGood}}, true);
  request.roots = {requirement("a @ " + url)};
  const auto result = indexes.run(request, nothing);
  REQUIRE(std::holds_alternative<plan::Plan>(result));
  CHECK(step_of(std::get<plan::Plan>(result), "a")->wheel->file.sha256->hex() == kGood);
  request.hashes.clear();
  CHECK(std::holds_alternative<NoSolution>(indexes.run(request, nothing)));
}

}  // namespace kenv::resolvers::testing
