// SPDX-License-Identifier: Apache-2.0
#include "python/metadata_difference.hpp"

#include "support/catch.hpp"

using namespace kenv::python;

namespace {

CoreMetadata metadata(const std::string& fields) {
  auto parsed = CoreMetadata::parse("Metadata-Version: 2.1\nName: demo\n" + fields);
  REQUIRE(parsed);
  return *std::move(parsed);
}

/// The field in which the two differ; empty: in none.
std::string differing(const std::string& one, const std::string& other) {
  const MarkerEnvironment linux{{{"sys_platform", "linux"}, {"python_version", "3.12"}}};
  const auto difference = difference_between(metadata(one), metadata(other), linux, *Version::parse("3.12.1"));
  return difference ? difference->field : "";
}

const std::string kBase = "Version: 1.0\n";

}  // namespace

TEST_CASE("two METADATA of one wheel differ where an installation would") {
  struct Row {
    const char *stated, *own, *field;
  };
  const Row rows[] = {
      {"Requires-Dist: a>=1\n", "Requires-Dist: a>=2\n", "Requires-Dist"},
      {"Requires-Dist: a>=1\n", "", "Requires-Dist"},
      {"", "Requires-Dist: a\n", "Requires-Dist"},
      {"Requires-Dist: a\n", "Requires-Dist: a[x]\n", "Requires-Dist"},
      {"Requires-Dist: a\n", "Requires-Dist: a @ https://h/a-1-py3-none-any.whl\n", "Requires-Dist"},
      {"Provides-Extra: x\nRequires-Dist: a; extra == 'x'\n", "Provides-Extra: x\n", "Requires-Dist"},
      {"Provides-Extra: x\nRequires-Dist: a; extra == 'x'\n", "Requires-Dist: a\nProvides-Extra: x\n", "Requires-Dist"},
      {"Requires-Dist: a; python_version < '3.12'\n", "Requires-Dist: a; python_version < '3.13'\n", "Requires-Dist"},
      {"Requires-Python: >=3.8\n", "Requires-Python: <3.12\n", "Requires-Python"},
      {"", "Requires-Python: >=3.13\n", "Requires-Python"},
  };
  for (const auto& row : rows) CHECK(differing(kBase + row.stated, kBase + row.own) == row.field);
  CHECK(differing("Version: 1.0\n", "Version: 1.0+cu128\n") == "Version");
}

TEST_CASE("order, spelling, descriptions and what holds elsewhere make no difference") {
  const std::pair<const char*, const char*> rows[] = {
      {"Requires-Dist: a>=1,<2\nRequires-Dist: b\n", "Requires-Dist: B\nRequires-Dist: A (<2, >=1)\n"},
      {"Requires-Dist: a; sys_platform == 'linux'\n", "Requires-Dist: a\n"},
      {"Requires-Dist: a; sys_platform == 'win32'\n", ""},
      {"Requires-Dist: a; sys_platform == \"linux\" and python_version>='3.8'\n",
       "Requires-Dist: a; python_version >= '3.8' and sys_platform == 'linux'\n"},
      {"Provides-Extra: unused\n", ""},
      {"Requires-Python: >=3.8\n", "Requires-Python: >=3.9\n"},
      {"Summary: one\n\ntext\n", "Summary: other\n"},
  };
  for (const auto& [one, other] : rows) {
    CHECK(differing(kBase + one, kBase + other) == "");
    CHECK(differing(kBase + other, kBase + one) == "");
  }
}

TEST_CASE("both sides of a difference are told, and the extra that it is about") {
  const auto difference = difference_between(metadata("Version: 1\nRequires-Dist: a>=1\nRequires-Dist: b\n"),
                                             metadata("Version: 1\nRequires-Dist: a>=2\nRequires-Dist: b\n"), {}, {});
  REQUIRE(difference);
  CHECK(difference->stated == "a>=1");
  CHECK(difference->own == "a>=2");
  const auto extra = difference_between(metadata("Version: 1\nProvides-Extra: x\nRequires-Dist: c; extra == 'x'\n"),
                                        metadata("Version: 1\n"), {}, {});
  REQUIRE(extra);
  CHECK(extra->stated == "c for the extra x");
  CHECK(extra->own == "nothing of that");
}
