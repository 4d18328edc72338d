// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/versions.hpp"

#include <set>

#include "fake_index.hpp"
#include "support/catch.hpp"

namespace kenv::resolvers::testing {
namespace {

/// "1.0" is a version, "1.0/old" a build of it.
CandidateList list_of(const std::vector<std::string>& candidates) {
  CandidateList list{name("a"), {}, false, {}};
  for (const auto& one : candidates) {
    const auto slash = one.find('/');
    list.candidates.push_back(
        {version(one.substr(0, slash)), "i", slash == std::string::npos ? "" : one.substr(slash + 1), {}});
  }
  return list;
}

std::string described(const std::vector<std::string>& candidates, const std::set<std::string>& meant) {
  return describe_versions(list_of(candidates), [&](std::size_t i) { return meant.contains(candidates[i]); });
}

}  // namespace

TEST_CASE("Sets of versions are called by what is true of each member") {
  const std::vector<std::string> plain{"4.0", "3.0", "2.0", "1.0"};
  CHECK(described(plain, {"4.0", "3.0", "2.0", "1.0"}) == "every version of a");
  CHECK(described(plain, {"3.0"}) == "a 3.0");
  CHECK(described(plain, {"4.0", "3.0"}) == "a 3.0 and newer");
  CHECK(described(plain, {"1.0", "2.0"}) == "a 2.0 and older");
  CHECK(described(plain, {"2.0", "3.0"}) == "a 2.0 to 3.0");
  CHECK(described(plain, {"1.0", "4.0"}) == "a 1.0, 4.0");

  const std::vector<std::string> builds{"1.2/new", "1.2/cpu", "1.1/new", "1.1/old", "1.1/cpu", "1.0/old", "1.0/cpu"};
  CHECK(described(builds, {"1.2/cpu", "1.1/cpu", "1.0/cpu"}) == "a 1.0 to 1.2 (cpu)");
  // 1.2 has no build "old", so nothing is said of one.
  CHECK(described(builds, {"1.2/new", "1.1/old"}) == "a 1.1 (old), 1.2 (new)");
  CHECK(described(builds, {"1.1/old", "1.1/cpu", "1.0/cpu"}) == "a 1.0 (cpu), 1.1 (cpu, old)");
}

TEST_CASE("A set with many holes is summed up") {
  std::vector<std::string> versions;
  std::set<std::string> odd;
  for (int number = 40; number > 0; --number) {
    versions.push_back("1." + std::to_string(number));
    if (number % 2 == 1) odd.insert(versions.back());
  }
  CHECK(described(versions, odd) == "a 1.1 to 1.39 (20 of 40)");
}

}  // namespace kenv::resolvers::testing
