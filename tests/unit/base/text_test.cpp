// SPDX-License-Identifier: Apache-2.0
#include "base/text.hpp"

#include "support/catch.hpp"

namespace text = kenv::text;
using Parts = std::vector<std::string_view>;

TEST_CASE("trimming removes white space at both ends only") {
  CHECK(text::trim(" \t a b \r\n") == "a b");
  CHECK(text::trim(" \n ") == "");
}

TEST_CASE("splitting keeps empty parts") {
  CHECK(text::split("a,,b", ',') == Parts{"a", "", "b"});
  CHECK(text::split("", ',') == Parts{""});
  CHECK(text::split("a,", ',') == Parts{"a", ""});
}

TEST_CASE("lines end with either line end and the last one needs none") {
  CHECK(text::lines("a\r\nb\n\nc") == Parts{"a", "b", "", "c"});
  CHECK(text::lines("a\n") == Parts{"a"});
  CHECK(text::lines("").empty());
}

TEST_CASE("a number is decimal digits within 64 bits and nothing else") {
  CHECK(text::parse_unsigned("18446744073709551615") == 18446744073709551615u);
  for (const char* damaged : {"", "18446744073709551616", "-1", "+1", " 1", "1 ", "0x1"}) {
    INFO(damaged);
    CHECK(!text::parse_unsigned(damaged));
  }
}

TEST_CASE("the closest candidate is what somebody probably meant") {
  const std::vector<std::string> names = {"RTX 5090", "RTX 5080", "Tesla V100"};
  CHECK(text::closest("rtx 5090", names) == "RTX 5090");
  CHECK(text::closest("tesla v10", names) == "Tesla V100");
  CHECK(!text::closest("Radeon", names));
  const std::vector<std::string> cards = {"RTX 5050", "RTX 5080", "RTX 5090"};
  CHECK(text::closest("RTX 5900", cards) == "RTX 5090");  // exchanged neighbours are one slip
  const std::vector<std::string> shorts = {"uv", "a"};
  CHECK(!text::closest("", shorts));
  CHECK(!text::closest("zz", shorts));
  const std::vector<std::string> endless = {std::string(2'000'000, 'a') +
                                            "b"};  // of a stranger's file: it must not be compared
  CHECK(!text::closest(std::string(2'000'000, 'a'), endless));
  CHECK(!text::closest("a", endless));
}

TEST_CASE("sizes are written in powers of 1000 with a sensible number of digits") {
  CHECK(text::human_bytes(0) == "0 B");
  CHECK(text::human_bytes(999) == "999 B");
  CHECK(text::human_bytes(1000) == "1.0 kB");
  CHECK(text::human_bytes(999'999) == "1.0 MB");
  CHECK(text::human_bytes(2'345'000'000) == "2.3 GB");
  CHECK(text::human_bytes(123'000'000) == "123 MB");
}

TEST_CASE("joining puts the separator between parts") {
  const std::vector<std::string> parts = {"a", "b", "c"};
  CHECK(text::join(parts, ", ") == "a, b, c");
  CHECK(text::join({}, ", ") == "");
}
