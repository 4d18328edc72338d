// SPDX-License-Identifier: Apache-2.0
#include "fake_index.hpp"
#include "support/catch.hpp"

// Under which markers the packages of a solution are needed (PEP 751, packages.marker).
namespace kenv::resolvers::testing {
namespace {

using Markers = std::map<std::string, std::string>;

/// The marker of each package in the plan that has one.
Markers markers_of(const FakeIndexes& indexes, const std::vector<std::string>& roots, unsigned shuffle = 0) {
  static const manifest::Catalog nothing;
  Request request = request_for();
  request.markers.fields["sys_platform"] = "linux";
  request.markers.fields["platform_machine"] = "x86_64";
  request.markers.fields["python_version"] = "3.11";
  for (const auto& root : roots) request.roots.push_back(requirement(root));
  const auto result = indexes.run(request, nothing, shuffle);
  if (const auto* none = std::get_if<NoSolution>(&result)) FAIL(none->explanation);
  Markers markers;
  for (const auto& step : std::get<plan::Plan>(result).steps)
    if (!step.marker.empty()) markers[step.name.text()] = step.marker;
  return markers;
}

const std::string kLinux = R"(sys_platform == "linux")", kMachine = R"(platform_machine == "x86_64")";

}  // namespace

TEST_CASE("a package is needed where the requirements on the way to it apply") {
  FakeIndexes indexes;
  indexes.add("pypi", "top", {"1.0", {"direct; " + kLinux, "always", "far>=1"}});
  indexes.add("pypi", "direct", {"1.0", {"below; " + kMachine}});
  indexes.add("pypi", "below", {"1.0", {}});
  indexes.add("pypi", "always", {"1.0", {}});
  indexes.add("pypi", "far", {"1.0", {}});
  CHECK(markers_of(indexes, {"top"}) == Markers{{"direct", kLinux}, {"below", kMachine + " and " + kLinux}});
  CHECK(markers_of(indexes, {"top; " + kLinux}) == Markers{{"top", kLinux},
                                                           {"always", kLinux},
                                                           {"far", kLinux},
                                                           {"direct", kLinux},
                                                           {"below", kMachine + " and " + kLinux}});
  // Another way without a marker: needed everywhere.
  CHECK(markers_of(indexes, {"top", "direct"}) == Markers{{"below", kMachine}});
}

TEST_CASE("of several ways any one will do, and what another one covers is not said") {
  FakeIndexes indexes;
  indexes.add("pypi", "a", {"1.0", {"shared; " + kLinux}});
  indexes.add("pypi", "b", {"1.0", {"shared; " + kMachine, "shared; " + kLinux + " and " + kMachine}});
  indexes.add("pypi", "c", {"1.0", {"shared; (" + kLinux + " or " + kMachine + ") and python_version >= '3'"}});
  indexes.add("pypi", "shared", {"1.0", {}});
  CHECK(markers_of(indexes, {"a", "b"}) == Markers{{"shared", kMachine + " or " + kLinux}});
  CHECK(markers_of(indexes, {"c"}) ==
        Markers{{"shared", "(" + kLinux + " or " + kMachine + R"() and python_version >= "3")"}});
}

TEST_CASE("an extra that was asked for is no part of the marker, and circles end") {
  FakeIndexes indexes;
  indexes.add("pypi", "top",
              {.version = "1.0",
               .needs = {"more; extra == 'x' and " + kLinux, "top[x]; extra == 'all'", "other; extra == 'all'"},
               .extras = {"x", "all"}});
  indexes.add("pypi", "more", {"1.0", {"other; " + kMachine, "more"}});
  indexes.add("pypi", "other", {"1.0", {"more"}});
  CHECK(markers_of(indexes, {"top[x]"}) == Markers{{"more", kLinux}, {"other", kMachine + " and " + kLinux}});
  CHECK(markers_of(indexes, {"top[all]"}).empty());
}

TEST_CASE("the order of answers does not show in markers") {
  FakeIndexes indexes;
  for (char from = 'a'; from < 'h'; ++from) {
    FakeFile file{"1.0", {}};
    for (char to = 'a'; to < 'h'; ++to) {
      const std::string newer = kMachine + " and python_version >= '3." + std::to_string(to - 'a') + "'";
      if ((from * 7 + to) % 3 != 0 && from != to)
        file.needs.push_back(std::string(1, to) + "; " + ((from + to) % 2 == 0 ? kLinux : newer));
    }
    indexes.add("pypi", std::string(1, from), file);
  }
  const auto first = markers_of(indexes, {"a; " + kLinux, "c; " + kMachine});
  CHECK(first.size() == 7);
  for (unsigned shuffle = 1; shuffle < 12; ++shuffle)
    CHECK(markers_of(indexes, {"a; " + kLinux, "c; " + kMachine}, shuffle) == first);
}

}  // namespace kenv::resolvers::testing
