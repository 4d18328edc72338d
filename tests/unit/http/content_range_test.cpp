// SPDX-License-Identifier: Apache-2.0
#include "http/content_range.hpp"

#include <string>

#include "support/catch.hpp"

using kenv::http::parse_content_range;

TEST_CASE("a Content-Range tells the part and the whole, and what cannot be is none") {
  struct Row {
    const char* header;
    std::string part, total;  ///< "first-end"; "" where it says nothing of that
  };
  const Row rows[] = {{"bytes 0-99/1000", "0-100", "1000"},
                      {"bytes 900-999/1000", "900-1000", "1000"},
                      {"bytes 5-9/*", "5-10", ""},
                      {"bytes */1000", "", "1000"},
                      {"bytes 4294967296-4294967296/4294967297", "4294967296-4294967297", "4294967297"}};
  for (const auto& row : rows) {
    const auto range = parse_content_range(row.header);
    REQUIRE(range);
    CHECK((range->part ? std::to_string(range->part->first) + "-" + std::to_string(range->part->end) : "") == row.part);
    CHECK((range->total ? std::to_string(*range->total) : "") == row.total);
  }
  for (const char* header :
       {"", "bytes", "bytes ", "bytes 1-2", "bytes 9-5/10", "bytes 0-10/10", "items 0-9/10", "bytes x-9/10",
        "bytes 0-/10", "bytes 5/10", "bytes 0-9/ten", "bytes 0-9/", "bytes 0-18446744073709551615/*"})
    CHECK_FALSE(parse_content_range(header));
}
