// SPDX-License-Identifier: Apache-2.0
#include "base/result.hpp"

#include "support/catch.hpp"

using kenv::Position;
using kenv::Problem;

TEST_CASE("a problem names its place as far as the place is known") {
  CHECK(Problem{"bad", {}}.text() == "bad");
  CHECK(Problem{"bad", {"a.toml", 0, 0}}.text() == "a.toml: bad");
  CHECK(Problem{"bad", {"a.toml", 3, 0}}.text() == "a.toml:3: bad");
  CHECK(Problem{"bad", {"a.toml", 3, 7}}.text() == "a.toml:3:7: bad");
}

TEST_CASE("a refusal carries message, place and hint to the caller") {
  const kenv::Result<int> result = kenv::refuse("bad", {"a.toml", 3, 7}, "do this");
  REQUIRE(!result);
  CHECK(result.error() == Problem{"bad", {"a.toml", 3, 7}, "do this"});
}
