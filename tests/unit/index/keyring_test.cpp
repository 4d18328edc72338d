// SPDX-License-Identifier: Apache-2.0
#include "index/keyring.hpp"

#include <cstdlib>

#include "io/files.hpp"
#include "support/catch.hpp"
#include "unit/index/client_fixture.hpp"

using namespace kenv;
using namespace kenv::index;

namespace {

/// A folder on PATH with a command `keyring` that notes how it was called and knows what the script says.
class FakeKeyring {
 public:
  explicit FakeKeyring(const std::string& script) : before_(std::getenv("PATH")) {
    io::write_text(folder_.path() / "keyring", "#!/bin/sh\necho \"$@\" >>" + log().string() + "\n" + script, 0755);
    setenv("PATH", (folder_.path().string() + ":" + before_).c_str(), 1);
  }
  ~FakeKeyring() { setenv("PATH", before_.c_str(), 1); }
  std::string calls() const { return io::read_text_if_present(log()).value_or(""); }

 private:
  std::filesystem::path log() const { return folder_.path() / "calls"; }
  io::TemporaryDirectory folder_;
  std::string before_;
};

const KeyringCommand kAsked({"https://index.example/simple", "https://other.example/simple"});

}  // namespace

TEST_CASE("the keyring is asked for the index's address, then for its host") {
  const FakeKeyring keyring("[ \"$2\" = index.example:8443 ] && echo geheim || exit 1\n");
  const KeyringCommand command({"https://index.example:8443/simple"});
  const auto found = command("https://index.example:8443/simple/demo/", "user");
  CHECK(found.credentials == http::Credentials{"user", "geheim"});
  CHECK(keyring.calls() ==
        "get https://index.example:8443/simple user\nget https://index.example:8443/simple/ user\n"
        "get index.example:8443 user\n");
}

TEST_CASE("without a user name the keyring gives both") {
  const FakeKeyring keyring("[ \"$3 $4\" = '--mode creds' ] && printf '__token__\\ngeheim\\n' || exit 1\n");
  CHECK(kAsked("https://index.example/simple/demo/", "").credentials == http::Credentials{"__token__", "geheim"});
}

TEST_CASE("a keyring that knows nothing, or is not there, is said to be so") {
  {
    const FakeKeyring keyring("echo 'some trace of its own' >&2; exit 1\n");
    const auto found = kAsked("https://index.example/simple/demo/", "user");
    CHECK_FALSE(found.credentials);
    CHECK_THAT(found.explanation, Catch::Contains("no password of user"));
  }
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nowhere", 1);
  const auto found = kAsked("https://index.example/simple/demo/", "user");
  setenv("PATH", path.c_str(), 1);
  CHECK_THAT(found.explanation, Catch::Contains("not on PATH"));
}

TEST_CASE_METHOD(test_support::Fixture,
                 "an index behind a password is read with the keyring's, which is kept nowhere") {
  publish();
  const FakeKeyring keyring("[ \"$3\" = user ] && echo geheim || exit 1\n");
  const test::Nginx server(served, {.user_password = "user:geheim"});
  SettingsOverrides overrides;
  overrides.index = server.url() + "/simple";
  overrides.index.insert(7, "user@");
  settings = read_settings(
      {{"KENV_KEYRING_PROVIDER", "subprocess"}}, [](const auto&) { return std::nullopt; }, overrides);
  http::Client client(settings.client_options());
  IndexClient index_client(settings, client, cache, reporter);
  const PageRequest request{"pypi", "", test_support::name("demo")};
  const auto answer = test_support::page_of(index_client.pages(std::span(&request, 1)).front());
  REQUIRE(answer.files.size() == 2);
  io::Command search;
  search.arguments = {"grep", "-r", "geheim", cache.string()};
  CHECK(io::run(search).exit_code == 1);
  for (const auto& row : shown_settings(settings)) CHECK(row.value.find("geheim") == std::string::npos);
}

TEST_CASE_METHOD(test_support::Fixture, "what a keyring's password opened is not kept for those who have none") {
  publish();
  const FakeKeyring keyring("[ \"$3 $4\" = '--mode creds' ] && printf 'user\\ngeheim\\n' || exit 1\n");
  const test::Nginx server(served,
                           {.user_password = "user:geheim", .in_server = "add_header Cache-Control max-age=100;"});
  SettingsOverrides overrides;
  overrides.index = server.url() + "/simple";
  settings = read_settings(
      {{"KENV_KEYRING_PROVIDER", "subprocess"}}, [](const auto&) { return std::nullopt; }, overrides);
  const PageRequest request{"pypi", "", test_support::name("demo")};
  {
    http::Client client(settings.client_options());
    IndexClient index_client(settings, client, cache, reporter);
    for (int i = 0; i < 2; ++i)  // the second time by what the first has kept
      CHECK(test_support::page_of(index_client.pages(std::span(&request, 1)).front()).files.size() == 2);
    CHECK(test_support::count(server.requests(), "/simple/demo/") ==
          2);  // the one that was answered with 401, and its repetition
  }
  for (const bool offline : {false, true}) {  // another command: the keyring is asked first, and the server no more
    settings.offline.value = offline;
    http::Client client(settings.client_options());
    IndexClient index_client(settings, client, cache, reporter);
    CHECK(test_support::page_of(index_client.pages(std::span(&request, 1)).front()).files.size() == 2);
    CHECK(test_support::count(server.requests(), "/simple/demo/") == 2);
  }
  const auto stranger = read_settings(
      {}, [](const auto&) { return std::nullopt; }, overrides);
  http::Client client(stranger.client_options());
  IndexClient index_client(stranger, client, cache, reporter);
  CHECK(std::get<Unreachable>(index_client.pages(std::span(&request, 1)).front()).code == "authentication");
}
