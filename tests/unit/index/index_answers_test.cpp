// SPDX-License-Identifier: Apache-2.0
#include "unit/index/client_fixture.hpp"

// What servers answer beside the plain page: refusals, other forms, redirects, caching, states of projects.
using namespace kenv;
using namespace kenv::index;
using namespace kenv::index::test_support;
using test::BadServer;
using test::http_answer;
using test::RawAnswer;

namespace {

const std::string kJson = "Content-Type: application/vnd.pypi.simple.v1+json\r\n",
                  kHtml = "Content-Type: text/html\r\n";

std::string listing(const std::string& more = "") {
  return R"({"meta":{"api-version":"1.4"},)" + more +
         R"("files":[{"filename":"demo-1.0-py3-none-any.whl","url":"demo-1.0-py3-none-any.whl","hashes":{}}]})";
}

}  // namespace

TEST_CASE_METHOD(
    Fixture,
    "403 of a framework index is told on, also out of the cache; of others it means absent and is pointed out") {
  publish();
  const test::Nginx server(served, {.in_server = "deny all;"});
  settings.framework_indexes["pytorch"] = {server.url() + "/whl", "test"};
  for (int i = 0; i < 2; ++i) {
    const auto refused = std::get<Unreachable>(page("demo", "pytorch", "cu128"));
    CHECK(refused.refused);
    CHECK_THAT(refused.reason, Catch::Contains("HTTP 403") && Catch::Contains("/whl/cu128/demo/"));
    CHECK_THAT(refused.hint, Catch::Contains("--framework-index pytorch=URL"));
  }
  CHECK(count(server.requests(), "/whl/cu128/demo/") == 1);
  settings.offline = {true, "--offline"};
  CHECK(std::get<Unreachable>(page("demo", "pytorch", "cu128")).refused);
  settings.offline = {};
  CHECK(reporter.notes.empty());
  settings.default_index.value = server.url() + "/simple";
  CHECK(page_of(page("demo")).files.empty());
  REQUIRE(reporter.notes.size() == 1);
  CHECK_THAT(reporter.notes[0], Catch::Contains("403") && Catch::Contains(".netrc"));
}

TEST_CASE_METHOD(Fixture, "401 and 403 to credentials are an error that names the host and what to write") {
  const BadServer server(
      [](int number, const std::string&) { return RawAnswer{http_answer(number % 2 == 0 ? "401 No" : "403 No", "")}; });
  settings.default_index.value = server.url("/simple");
  settings.credentials[http::origin_of(server.url())] = {{"user", "geheim"}, "PIP_INDEX_URL"};
  for (const char* status : {"401", "403"}) {
    const auto refused = std::get<Unreachable>(page("demo"));
    CHECK(refused.code == "authentication");
    CHECK_THAT(refused.reason, Catch::Contains(status) && Catch::Contains("127.0.0.1") &&
                                   Catch::Contains("PIP_INDEX_URL") && !Catch::Contains("geheim"));
    CHECK_THAT(refused.hint, Catch::Contains("machine 127.0.0.1") && Catch::Contains("KENV_INDEX_USERNAME"));
  }
}

TEST_CASE_METHOD(Fixture, "what was refused or there for one user says nothing about another one") {
  const BadServer server([](int, const std::string& request) {
    const bool knows = test::header_of(request, "Authorization") == "Basic dXNlcjp3b3Jk";
    if (request.find("/hidden/") != std::string::npos && !knows) return RawAnswer{http_answer("404 No", "")};
    return RawAnswer{knows ? http_answer("200 OK", listing(), kJson + "Cache-Control: max-age=60\r\n")
                           : http_answer("403 No", "")};
  });
  settings.default_index.value = server.url("/simple");
  CHECK(page_of(page("demo")).files.empty());
  CHECK(page_of(page("hidden")).files.empty());
  settings.credentials[http::origin_of(server.url())] = {{"user", "word"}, "KENV_INDEX_USERNAME"};
  CHECK(page_of(page("demo")).files.size() == 1);
  CHECK(page_of(page("hidden")).files.size() == 1);
  settings.credentials.clear();
  CHECK(page_of(page("demo")).files.empty());
}

TEST_CASE_METHOD(Fixture, "a page that was had with one password is not taken for what another one opens") {
  const BadServer server([](int, const std::string& request) {
    const bool knows = test::header_of(request, "Authorization") == "Basic dXNlcjp3b3Jk";
    return RawAnswer{knows ? http_answer("200 OK", listing(), kJson + "Cache-Control: max-age=60\r\n")
                           : http_answer("401 No", "")};
  });
  settings.default_index.value = server.url("/simple");
  settings.credentials[http::origin_of(server.url())] = {{"user", "word"}, "KENV_INDEX_USERNAME"};
  CHECK(page_of(page("demo")).files.size() == 1);
  settings.credentials[http::origin_of(server.url())] = {{"user", "wrong"}, "KENV_INDEX_USERNAME"};
  CHECK(std::get<Unreachable>(page("demo")).code == "authentication");
  settings.credentials[http::origin_of(server.url())] = {{"user", "word"}, "KENV_INDEX_USERNAME"};
  CHECK(page_of(page("demo")).files.size() == 1);
}

TEST_CASE_METHOD(Fixture, "what a mirror said is not believed of the index itself once the mirror is no longer set") {
  const BadServer server([](int, const std::string& request) {
    const std::string where = request.find("/mirror/") != std::string::npos ? "mirrored" : "original";
    const std::string status = R"("project-status":{"status":"archived","reason":")" + where + R"("},)";
    return RawAnswer{http_answer("200 OK", listing(status), kJson + "Cache-Control: max-age=60\r\n")};
  });
  settings.default_index.value = server.url("/simple");
  const auto said = [&] { return page_of(page("demo")).status_reason; };
  settings.mirrors = {{{server.url("/simple"), server.url("/mirror")}, "KENV_MIRROR"}};
  CHECK(said() == "mirrored");
  settings.mirrors.clear();
  CHECK(said() == "original");
}

TEST_CASE_METHOD(Fixture, "a page of a newer minor version is used, with one warning for the index") {
  const BadServer server([](int, const std::string& request) {
    const std::string version = request.find("/new") != std::string::npos ? "1.99" : "1.4";
    return RawAnswer{http_answer("200 OK", R"({"meta":{"api-version":")" + version + R"("},"files":[]})",
                                 kJson + "Cache-Control: max-age=60\r\n")};
  });
  settings.default_index.value = server.url("/simple");
  page("old");
  CHECK(reporter.warnings.empty());
  for (int again = 0; again < 2; ++again) {  // from the server, then from the cache
    reporter.warnings.clear();
    http::Client client(quick(settings));
    IndexClient index_client(settings, client, cache, reporter, [this] { return now; });
    const PageRequest requests[] = {{"pypi", "", name("new-one")}, {"pypi", "", name("new-two")}};
    for (const auto& answer : index_client.pages(requests)) page_of(answer);
    REQUIRE(reporter.warnings.size() == 1);
    CHECK_THAT(reporter.warnings.front(),
               Catch::Contains("index pypi") && Catch::Contains("1.99") && Catch::Contains("1.4"));
  }
}

TEST_CASE_METHOD(Fixture, "a 403 on an index without credentials is not remembered") {
  const BadServer server([](int number, const std::string&) {
    return RawAnswer{number == 0 ? http_answer("403 No", "") : http_answer("200 OK", listing(), kJson)};
  });
  settings.default_index.value = server.url("/simple");
  CHECK(page_of(page("demo")).files.empty());
  CHECK(page_of(page("demo")).files.size() == 1);
}

TEST_CASE_METHOD(Fixture, "a server that has no JSON is asked for what it has") {
  const BadServer server([](int, const std::string& request) {
    if (test::header_of(request, "Accept").find("json") != std::string::npos)
      return RawAnswer{http_answer("406 Not Acceptable", "")};
    return RawAnswer{http_answer("200 OK", "<a href=demo-1.0-py3-none-any.whl>x</a>", kHtml)};
  });
  settings.default_index.value = server.url("/simple");
  CHECK(page_of(page("demo")).files.size() == 1);
  const BadServer stubborn([](int, const std::string&) { return RawAnswer{http_answer("406 Not Acceptable", "")}; });
  settings.default_index.value = stubborn.url("/simple");
  CHECK_THAT(std::get<Unreachable>(page("demo")).reason, Catch::Contains("406"));
  CHECK(stubborn.requests().size() == 2);
}

TEST_CASE_METHOD(Fixture, "300 is followed where it leads somewhere, and an error where not") {
  const BadServer server([](int, const std::string& request) {
    if (request.starts_with("GET /simple/"))
      return RawAnswer{http_answer("300 Choose", "", "Location: /v1/demo/index.json\r\n")};
    return RawAnswer{http_answer("200 OK", listing(), kJson)};
  });
  settings.default_index.value = server.url("/simple");
  CHECK(page_of(page("demo")).files.at(0).url == server.url("/v1/demo/demo-1.0-py3-none-any.whl"));
  const BadServer choice([](int, const std::string&) { return RawAnswer{http_answer("300 Choose", "")}; });
  settings.default_index.value = choice.url("/simple");
  CHECK_THAT(std::get<Unreachable>(page("demo")).reason, Catch::Contains("300"));
}

TEST_CASE_METHOD(Fixture, "PyTorch's kind of page: HTML, coded names, no digests, other hosts") {
  const BadServer elsewhere([](int, const std::string&) { return RawAnswer{}; });
  const BadServer server([&](int, const std::string& request) {
    if (request.starts_with("GET /whl/cu128/demo/ "))
      return RawAnswer{http_answer("302 Found", "", "Location: /r2/cu128/demo/\r\n")};
    return RawAnswer{http_answer(
        "200 OK",
        "<!DOCTYPE html><html><body><a href=\"/whl/cu128/demo-1.0%2Bcu128-cp312-cp312-manylinux_2_28_x86_64.whl\" "
        "data-dist-info-metadata=\"sha256=" +
            std::string(64, 'a') + "\">x</a><br/><a href=\"" + elsewhere.url("/demo-2.0-py3-none-any.whl") +
            "#sha256=" + std::string(64, 'b') + "\">y</a><a href=\"demo-3.0-py3-none-any.whl\">z</a></body></html>",
        "Content-Type: text/html; charset=utf-8\r\n")};
  });
  settings.framework_indexes["pytorch"] = {server.url("/whl"), "test"};
  const auto files = page_of(page("demo", "pytorch", "cu128")).files;
  REQUIRE(files.size() == 3);
  CHECK(files[0].filename == "demo-1.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl");
  CHECK(files[0].url == server.url("/whl/cu128/demo-1.0%2Bcu128-cp312-cp312-manylinux_2_28_x86_64.whl"));
  CHECK_FALSE(files[0].sha256);
  CHECK(files[0].metadata_sha256);
  CHECK(files[1].url == elsewhere.url("/demo-2.0-py3-none-any.whl"));
  CHECK(files[2].url == server.url("/r2/cu128/demo/demo-3.0-py3-none-any.whl"));  // after the redirect
}

TEST_CASE_METHOD(Fixture, "a page that is cut, or of a type that is none, is an error and not an empty page") {
  const std::pair<std::string, const char*> rows[] = {
      {http_answer("200 OK", listing().substr(0, 60), kJson), "127.0.0.1"},
      {http_answer("200 OK", listing(), "Content-Type: text/plain\r\n"), "text/plain"},
      {http_answer("200 OK", listing()), "is of type \"\""},
      {http_answer("200 OK", listing(), "Content-Encoding: gzip\r\n" + kJson), "gzip"},
      {http_answer("304 Not Modified", ""), "304"}};
  for (const auto& [answer, said] : rows) {
    const BadServer server([&](int, const std::string&) { return RawAnswer{answer}; });
    settings.default_index.value = server.url("/simple");
    CHECK_THAT(std::get<Unreachable>(page("demo")).reason, Catch::Contains(said));
  }
}

TEST_CASE_METHOD(Fixture, "of a quarantined project nothing is offered, and the reason is said once") {
  const std::pair<const char*, std::size_t> rows[] = {{"quarantined", 0}, {"archived", 1}, {"deprecated", 1}};
  for (const auto& [status, files] : rows) {
    const BadServer server([&](int, const std::string&) {
      const std::string stated = R"("project-status":{"status":")" + std::string(status) + R"(","reason":"because"},)";
      return RawAnswer{http_answer("200 OK", listing(stated), kJson + "Cache-Control: max-age=60\r\n")};
    });
    settings.default_index.value = server.url("/simple");
    reporter.notes.clear();
    http::Client client(quick());
    IndexClient index_client(settings, client, cache, reporter, [this] { return now; });
    const PageRequest requests[] = {{"pypi", "", name("demo")}, {"pypi", "", name("demo")}};
    for (int i = 0; i < 2; ++i)  // the second time out of the cache
      for (auto& answer : index_client.pages(requests)) CHECK(page_of(std::move(answer)).files.size() == files);
    REQUIRE(reporter.notes.size() == 1);
    CHECK_THAT(reporter.notes[0], Catch::Contains("demo is " + std::string(status)) && Catch::Contains("because"));
  }
}

TEST_CASE_METHOD(Fixture, "an entry that cannot be used is pointed out, and the rest of the page serves") {
  const BadServer server([](int, const std::string&) {
    return RawAnswer{http_answer("200 OK",
                                 R"({"files":[{"filename":"demo-9-py3-none-any.whl","url":"x","size":"big"},)" +
                                     listing().substr(listing().find("[") + 1),
                                 kJson)};
  });
  settings.default_index.value = server.url("/simple");
  CHECK(page_of(page("demo")).files.size() == 1);
  REQUIRE(reporter.notes.size() == 1);
  CHECK_THAT(reporter.notes[0], Catch::Contains("demo on pypi: entry 1, demo-9-py3-none-any.whl"));
}

TEST_CASE_METHOD(Fixture, "what a server says about keeping a page is heeded") {
  std::string control;
  const BadServer server([&](int, const std::string& request) {
    if (!test::header_of(request, "If-None-Match").empty()) return RawAnswer{http_answer("304 Same", "", control)};
    return RawAnswer{http_answer("200 OK", listing(), kJson + "ETag: \"1\"\r\n" + control)};
  });
  settings.default_index.value = server.url("/simple");
  const auto asked = [&] {
    const auto before = server.requests().size();
    CHECK(page_of(page("demo")).files.size() == 1);
    return server.requests().size() - before;
  };
  SECTION("no-store keeps nothing, not even for asking again") {
    control = "Cache-Control: no-store\r\n";
    asked();
    asked();
    CHECK(test::header_of(server.requests()[1], "If-None-Match").empty());
  }
  SECTION("of what stands in several lines all count") {
    control = "Cache-Control: no-store\r\nCache-Control: max-age=600\r\n";
    asked();
    CHECK(asked() == 1);
    CHECK(test::header_of(server.requests()[1], "If-None-Match").empty());
  }
  SECTION("max-age=0, must-revalidate and no-cache ask each time, with the ETag") {
    for (const char* value : {"max-age=0, must-revalidate", "no-cache"}) {
      control = std::string("Cache-Control: ") + value + "\r\n";
      asked();
      CHECK(asked() == 1);
      CHECK(test::header_of(server.requests().back(), "If-None-Match") == "\"1\"");
    }
  }
  SECTION("without a word about it, what can be asked for cheaply is asked for by every command, once") {
    control = "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n";
    asked();
    CHECK(asked() == 1);
    CHECK(test::header_of(server.requests().back(), "If-None-Match") == "\"1\"");
    http::Client client(quick(settings));
    IndexClient one_command(settings, client, cache, reporter, [this] { return now; });
    const auto before = server.requests().size();
    const PageRequest request{"pypi", "", name("demo")};
    for (int i = 0; i < 3; ++i) page_of(one_command.pages(std::span(&request, 1)).front());
    CHECK(server.requests().size() - before == 1);
  }
  SECTION("--refresh asks also for what is fresh") {
    control = "Cache-Control: max-age=60\r\n";
    asked();
    CHECK(asked() == 0);
    settings.refresh = true;
    CHECK(asked() == 1);
  }
  SECTION("Vary by what we always say alike does no harm") {
    control = "Cache-Control: max-age=60\r\nVary: Accept, Accept-Encoding\r\n";
    asked();
    CHECK(asked() == 0);
  }
  SECTION("with a clock that was set back, a page is asked for anew") {
    control = "Cache-Control: max-age=600\r\n";
    asked();
    now -= 3600;
    CHECK(asked() == 1);
    CHECK(asked() == 0);
  }
}

TEST_CASE_METHOD(Fixture, "a mirror serves pages and files, and what is kept knows the originals only") {
  publish();
  const test::Nginx server(served);
  settings.default_index.value = "http://index.invalid/simple";
  settings.mirrors = {{{"http://index.invalid", server.url()}, "KENV_MIRROR"}};
  http::ClientOptions options = quick();
  options.mirrors = {settings.mirrors[0].value};
  http::Client client(options);
  IndexClient index_client(settings, client, cache, reporter, [this] { return now; });
  const PageRequest request{"pypi", "", name("demo")};
  const auto files = page_of(index_client.pages(std::span(&request, 1)).front()).files;
  REQUIRE(files.size() == 2);
  CHECK(files[0].url == "http://index.invalid/wheels/demo-1.0-py3-none-any.whl");
  const MetadataRequest wanted{"pypi", files[0]};
  CHECK(metadata_of(index_client.metadata(std::span(&wanted, 1)).front()).version.text() == "1.0");
}
