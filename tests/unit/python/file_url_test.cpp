// SPDX-License-Identifier: Apache-2.0
#include "python/file_url.hpp"

#include "support/catch.hpp"

using kenv::python::path_of_file_url;

TEST_CASE("a file URL of this machine names a path, other addresses do not") {
  CHECK(path_of_file_url("file:///a/b%20c%2Bd-1.0.whl") == "/a/b c+d-1.0.whl");
  CHECK(path_of_file_url("file://localhost/a.whl#sha256=00") == "/a.whl");
  CHECK(path_of_file_url("file:///a%2") == "/a%2");
  CHECK(path_of_file_url("file:///a%zz") == "/a%zz");
  CHECK(path_of_file_url("file:///%41") == "/A");
  for (const char* other : {"https://h/a", "file://host/a", "/a", ""}) CHECK(path_of_file_url(other).empty());
}
