// SPDX-License-Identifier: Apache-2.0
#include "python/record.hpp"

#include "support/catch.hpp"

using namespace kenv::python;

TEST_CASE("rows are read with their quoting") {
  const auto entries =
      parse_record("a/b.py,sha256=abc,12\r\n\"with, comma\",,\n\"say \"\"hi\"\"\",sha256=d,0\n\"two\nlines\",,\n\nlast")
          .value();
  CHECK(entries == std::vector<RecordEntry>{{"a/b.py", "sha256=abc", 12},
                                            {"with, comma", "", {}},
                                            {"say \"hi\"", "sha256=d", 0},
                                            {"two\nlines", "", {}},
                                            {"last", "", {}}});
}

TEST_CASE("what is written reads back as itself") {
  const std::vector<RecordEntry> entries = {{"a.py", "sha256=x", 1},
                                            {"a,b\".py", "", {}},
                                            {"../../bin/a", "sha256=y", 18446744073709551615u},
                                            {"a\r\nb", "", {}}};
  CHECK(parse_record(render_record(entries)).value() == entries);
  CHECK(render_record({{"a.dist-info/RECORD", "", {}}}) == "a.dist-info/RECORD,,\n");
}

TEST_CASE("a damaged row is refused with its place") {
  CHECK(parse_record("a,,\n\"b\nc\",,\nd,,x\n").error().text() == "RECORD:4:4: \"x\" is not a size in bytes");
  CHECK(parse_record("a,,\n\"open,,\n").error().text() == "RECORD:2:1: a quote is not closed");
  CHECK(parse_record("a,b,1,d\n").error().text() == "RECORD:1:7: a row has path, hash and size, this one has 4 fields");
  CHECK(!parse_record(",sha256=a,1\n"));
  CHECK(!parse_record(std::string_view("a\0b,,\n", 6)));
  CHECK(!parse_record("a,,-1\n"));
}

TEST_CASE("an empty file has no rows") { CHECK(parse_record("").value().empty()); }
