// SPDX-License-Identifier: Apache-2.0
#include "base/printable.hpp"

#include "support/catch.hpp"

using kenv::text::printable;
using kenv::text::printable_line;

TEST_CASE("nothing that a terminal obeys is left in a text, and all that it shows") {
  const std::pair<std::string, std::string> rows[] = {
      {"plain\n\tas it is", "plain\n\tas it is"},
      {"\x1b[2J\x1b]0;title\x07", "?[2J?]0;title?"},
      {"back\b\rover", "back??over"},
      {"\x7f", "?"},
      {"\xc2\x9b"
       "31m",
       "?31m"},  // CSI as one character of 8 bits
      {"\x9b"
       "31m",
       "?31m"},  // and as the bare byte
      {"\xe2\x80\xae"
       "txt.exe\xe2\x81\xa6",
       "?txt.exe?"},  // right-to-left override, isolate
      {"für 中文 \xf0\x9f\x90\x8d", "für 中文 \xf0\x9f\x90\x8d"},
      {"cut \xe4\xb8", "cut ??"},
      {"\xff\xc0\xaf", "???"},
      {std::string("a\0b", 3), "a?b"},
  };
  for (const auto& [text, shown] : rows) CHECK(printable(text) == shown);
}

TEST_CASE("a stranger's words are one line and not endless") {
  CHECK(printable_line("bad\nerror: pretended", 100) == "bad error: pretended");
  CHECK(printable_line("12345", 5) == "12345");
  CHECK(printable_line("123456", 5) == "12345...");
  CHECK(printable_line("1234ü", 5) == "1234...");  // no half of a character
}
