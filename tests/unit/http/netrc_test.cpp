// SPDX-License-Identifier: Apache-2.0
#include "http/netrc.hpp"

#include "support/catch.hpp"

using kenv::http::parse_netrc;

TEST_CASE("entries of a netrc file, however they are spread over lines") {
  const auto entries = parse_netrc(
      "# mine\nmachine one login u1 password p#1\nmachine two\n\tlogin u2\n\taccount a\n\tpassword \"p 2 \\\" x\"\n"
      "macdef init\ncd /\nlogin not this\n\nmachine three login u3\r\ndefault login anonymous password guest");
  REQUIRE(entries.size() == 4);
  CHECK(entries[0].machine == "one");
  CHECK(entries[0].credentials == kenv::http::Credentials{"u1", "p#1"});
  CHECK(entries[1].credentials == kenv::http::Credentials{"u2", "p 2 \" x"});
  CHECK(entries[2].credentials == kenv::http::Credentials{"u3", ""});
  CHECK(entries[3].machine.empty());
  CHECK(entries[3].credentials == kenv::http::Credentials{"anonymous", "guest"});
}

TEST_CASE("a damaged netrc file gives what there is") {
  for (const char* text :
       {"", "machine", "login u password p", "# only", "machine x login", "macdef", "\"", "machine \""}) {
    CAPTURE(text);
    CHECK(parse_netrc(text).size() <= 1);
  }
}
