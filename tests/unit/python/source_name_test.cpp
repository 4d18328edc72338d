// SPDX-License-Identifier: Apache-2.0
#include "python/source_name.hpp"

#include "support/catch.hpp"

using namespace kenv::python;

TEST_CASE("what is a source distribution by its name, and which version it is of") {
  struct Row {
    const char* name;
    bool source;
    std::string version;  ///< empty: the name tells none
    bool of_a_lock;       ///< what PEP 751 lets a lock name
  };
  const Row rows[] = {{"demo-1.0.tar.gz", true, "1.0", true},
                      {"my-old-name-2.0rc1.zip", true, "2.0rc1", true},
                      {"demo-1.0.tar.bz2", true, "1.0", false},
                      {"_demo-1.0.tar.gz", true, "1.0", false},
                      {"demo-latest.tar.gz", true, "", false},
                      {"demo.tar.gz", true, "", false},
                      {"demo-1.0-py3-none-any.whl", false, "", false},
                      {"demo-1.0.tar.xz", false, "", false},
                      {"", false, "", false}};
  for (const auto& row : rows) {
    INFO(row.name);
    CHECK(is_source_name(row.name) == row.source);
    const auto version = version_in_source_name(row.name);
    CHECK((version ? version->text() : "") == row.version);
    CHECK(parse_source_name(row.name).has_value() == row.of_a_lock);
  }
}
