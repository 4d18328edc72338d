// SPDX-License-Identifier: Apache-2.0
#include "python/upload_time.hpp"

#include "support/catch.hpp"

using namespace kenv::python;

TEST_CASE("an upload time is the same moment however an index writes it, and is told in UTC") {
  const auto [stated, utc] = GENERATE(table<std::string, std::string>({
      {"2025-01-25T11:30:10.164985Z", "2025-01-25T11:30:10.164985Z"},
      {"2025-01-25T11:30:10Z", "2025-01-25T11:30:10Z"},
      {"2025-01-25T11:30:10.5Z", "2025-01-25T11:30:10.500000Z"},
      {"2025-01-25T11:30:10.1649859999Z", "2025-01-25T11:30:10.164985Z"},
      {"2025-01-25t11:30:10.000000z", "2025-01-25T11:30:10Z"},
      {"2025-01-25 11:30:10+00:00", "2025-01-25T11:30:10Z"},
      {"2025-01-01T00:30:00+01:00", "2024-12-31T23:30:00Z"},
      {"2024-02-28T23:30:00-00:45", "2024-02-29T00:15:00Z"},
      {"2000-02-29T00:00:00Z", "2000-02-29T00:00:00Z"},
      {"1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"},
      {"2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"},
  }));
  CAPTURE(stated);
  const auto time = UploadTime::parse(stated);
  REQUIRE(time);
  CHECK(time->to_text() == utc);
  CHECK(UploadTime::parse(utc) == *time);
}

TEST_CASE("what is no time is refused") {
  const std::string text =
      GENERATE("", "now", "2025-01-25", "2025-01-25T11:30Z", "2025-01-25T11:30:10", "2025-02-29T00:00:00Z",
               "2025-13-01T00:00:00Z", "2025-01-25T24:00:00Z", "2025-01-25T11:30:10.Z", "2025-01-25T11:30:10+1:00",
               "2025-01-25T11:30:10Zx", "0000-01-01T00:00:00Z", "25-01-25T11:30:10Z");
  CAPTURE(text);
  CHECK_FALSE(UploadTime::parse(text));
}
