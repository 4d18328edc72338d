// SPDX-License-Identifier: Apache-2.0
#include "http/mirrors.hpp"

#include "support/bad_server.hpp"
#include "support/catch.hpp"
#include "unit/http/requests.hpp"

using namespace kenv;
using namespace kenv::http;
using test::BadServer;
using test::http_answer;
using test::RawAnswer;

TEST_CASE("what begins with a mirror's FROM is fetched from its TO, and known by its own address") {
  const std::vector<Mirror> mirrors = {{"https://files/packages", "https://mirror/pypi"},
                                       {"https://files/packages/cu128", "https://other"},
                                       {"https://index/", "http://near/index/"}};
  const std::pair<const char*, const char*> rows[] = {
      {"https://files/packages/a.whl?x#y", "https://mirror/pypi/a.whl?x#y"},
      {"https://files/packages/cu128/a.whl", "https://other/a.whl"},
      {"https://files/packages", "https://mirror/pypi"},
      {"https://files/packages-of-others/a.whl", "https://files/packages-of-others/a.whl"},
      {"https://index/simple/", "http://near/index/simple/"},
      {"https://elsewhere/", "https://elsewhere/"}};
  for (const auto& [from, to] : rows) {
    CAPTURE(from);
    CHECK(mirrored(from, mirrors) == to);
    CHECK(original(to, mirrors) == from);
  }
}

TEST_CASE("requests and redirects go to the mirror, credentials too, and nothing to the original") {
  const BadServer mirror([](int, const std::string& request) {
    if (request.starts_with("GET /m/moved"))
      return RawAnswer{http_answer("302 Found", "", "Location: http://files.invalid/there\r\n")};
    return RawAnswer{http_answer("200 OK", request.substr(0, request.find(" HTTP")))};
  });
  ClientOptions options = test::quick();
  options.mirrors = {{"http://files.invalid", mirror.url("/m")}};
  options.credentials[origin_of(mirror.url())] = {{"user", "word"}, "KENV_MIRROR"};
  Client client(options);
  const Response response = client.fetch(test::to("http://files.invalid/a"));
  CHECK(response.body == "GET /m/a");
  CHECK(response.effective_url == "http://files.invalid/a");
  CHECK(client.fetch(test::to("http://files.invalid/moved")).body == "GET /m/there");
  CHECK(test::header_of(mirror.requests()[0], "Authorization") == "Basic dXNlcjp3b3Jk");
}
