// SPDX-License-Identifier: Apache-2.0
#include "support/bad_server.hpp"
#include "support/catch.hpp"
#include "unit/http/requests.hpp"

using namespace kenv;
using namespace kenv::http;
using test::BadServer;
using test::http_answer;
using test::quick;
using test::RawAnswer;
using test::to;

namespace {

const std::string kRight = "Basic dXNlcjp3b3Jk";  // user:word

RawAnswer behind_password(const std::string& request) {
  if (test::header_of(request, "Authorization") == kRight) return RawAnswer{http_answer("200 OK", "inside")};
  return RawAnswer{http_answer("401 Unauthorized", "who are you?", "WWW-Authenticate: Basic realm=\"x\"\r\n")};
}

}  // namespace

TEST_CASE("after a 401 the finder is asked once for each host, and its answer used from then on") {
  const BadServer server([](int, const std::string& request) { return behind_password(request); });
  std::vector<std::string> asked;
  ClientOptions options = quick();
  options.find_credentials = [&](const std::string& url, const std::string& user) {
    asked.push_back(url + " " + user);
    return FoundCredentials{Credentials{"user", "word"}, ""};
  };
  Client client(options);
  std::vector<Request> requests(5, to(server.url("/simple/demo/")));
  for (const auto& outcome : client.fetch_all(requests)) CHECK(std::get<Response>(outcome).body == "inside");
  CHECK(client.fetch(to(server.url("/simple/other/"))).body == "inside");
  CHECK(asked == std::vector<std::string>{server.url("/simple/demo/") + " "});
  CHECK(test::header_of(server.requests().back(), "Authorization") == kRight);
}

TEST_CASE("a name without a password is what the finder is asked about") {
  const BadServer server([](int, const std::string& request) { return behind_password(request); });
  std::string asked;
  ClientOptions options = quick();
  options.credentials[origin_of(server.url())] = {{"user", ""}, "KENV_INDEX"};
  options.find_credentials = [&](const std::string&, const std::string& user) {
    asked = user;
    return FoundCredentials{Credentials{user, "word"}, ""};
  };
  CHECK(Client(options).fetch(to(server.url())).body == "inside");
  CHECK(asked == "user");
}

TEST_CASE("of several credentials on one host those of the nearest address are sent") {
  const BadServer server([](int, const std::string& request) {
    return RawAnswer{http_answer("200 OK", test::header_of(request, "Authorization"))};
  });
  ClientOptions options = quick();
  options.credentials[server.url("/alice/simple")] = {{"user", "word"}, "--index"};
  options.credentials[server.url("/bob/simple")] = {{"user", "other"}, "--framework-index pytorch"};
  const std::string bob = "Basic dXNlcjpvdGhlcg==";
  const struct {
    std::string path, sent;
  } rows[] = {
      {"/alice/simple/demo/", kRight},  {"/bob/simple/demo/", bob},        {"/alice/files/demo-1.0.whl", kRight},
      {"/bob/files/demo-1.0.whl", bob}, {"/bobby/files/demo.whl", kRight}, {"/files/demo.whl", kRight},
  };
  for (const auto& row : rows) {
    INFO(row.path);
    CHECK(Client(options).fetch(to(server.url(row.path))).body == row.sent);
  }
}

TEST_CASE("a refusal says which credentials were tried, without showing them, and what to write") {
  const BadServer server([](int, const std::string& request) { return behind_password(request); });
  ClientOptions options = quick();
  const Error none = unexpected_status(Client(options).fetch(to(server.url("/simple/"))));
  CHECK(none.code() == "authentication");
  CHECK_THAT(none.what(), Catch::Contains("401") && Catch::Contains("none are configured for 127.0.0.1"));
  CHECK_THAT(none.hint(), Catch::Contains("machine 127.0.0.1 login USER"));

  options.credentials[origin_of(server.url())] = {{"user", "falsch"}, "PIP_INDEX_URL"};
  options.find_credentials = [](const std::string&, const std::string&) {
    return FoundCredentials{std::nullopt, "the keyring knows nothing"};
  };
  const Error wrong = unexpected_status(Client(options).fetch(to(server.url("/simple/"))));
  CHECK_THAT(wrong.what(), Catch::Contains("does not accept the credentials of PIP_INDEX_URL") &&
                               Catch::Contains("the keyring knows nothing") && !Catch::Contains("falsch"));
}

TEST_CASE("credentials that were found go nowhere else, also after a redirect") {
  const BadServer other([](int, const std::string&) { return RawAnswer{http_answer("200 OK", "other")}; });
  const BadServer own([&](int, const std::string& request) {
    if (test::header_of(request, "Authorization").empty()) return behind_password(request);
    return RawAnswer{http_answer("302 Found", "", "Location: " + other.url("/file") + "\r\n")};
  });
  ClientOptions options = quick();
  options.find_credentials = [&](const std::string& url, const std::string&) {
    CHECK(origin_of(url) == origin_of(own.url()));
    return FoundCredentials{Credentials{"user", "word"}, ""};
  };
  CHECK(Client(options).fetch(to(own.url())).body == "other");
  CHECK(test::header_of(other.requests()[0], "Authorization").empty());
}
