// SPDX-License-Identifier: Apache-2.0
#include "python/libc_version.hpp"

#include "support/catch.hpp"

namespace kenv::python {

TEST_CASE("a version of the C library is read as ldd and snapshots write it") {
  CHECK(LibcVersion::parse("2.28").value() == LibcVersion{2, 28});
  CHECK(LibcVersion::parse("2.31.9000").value() == LibcVersion{2, 31});
  CHECK(LibcVersion::parse("2.28").value().text() == "2.28");
  CHECK(LibcVersion{2, 9} < LibcVersion{2, 17});
  for (const char* wrong : {"", "2", "2.", ".28", "2.x", "glibc 2.28", "-1.2", "2.99999999"}) {
    INFO(wrong);
    CHECK_FALSE(LibcVersion::parse(wrong));
  }
}

}  // namespace kenv::python
