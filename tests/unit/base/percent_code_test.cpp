// SPDX-License-Identifier: Apache-2.0
#include "base/percent_code.hpp"

#include "support/catch.hpp"

using kenv::text::percent_decoded;

TEST_CASE("percent codes are undone, and a percent sign that begins none stays") {
  const std::pair<const char*, const char*> rows[] = {{"a%2Bb", "a+b"}, {"%e4%BD%A0", "\xe4\xbd\xa0"},
                                                      {"100%", "100%"}, {"%zz%41", "%zzA"},
                                                      {"%4", "%4"},     {"%%41", "%A"},
                                                      {"", ""}};
  for (const auto& [coded, plain] : rows) CHECK(percent_decoded(coded) == plain);
}
