// SPDX-License-Identifier: Apache-2.0
#include "http/client.hpp"

#include "io/files.hpp"
#include "support/bad_server.hpp"
#include "support/catch.hpp"
#include "support/nginx.hpp"
#include "unit/http/requests.hpp"

using namespace kenv;
using namespace kenv::http;
using test::BadServer;
using test::failure;
using test::http_answer;
using test::quick;
using test::RawAnswer;
using test::to;
using Then = RawAnswer::Then;

TEST_CASE("pages come from a real server, by many requests over few connections") {
  io::TemporaryDirectory root;
  for (int i = 0; i < 40; ++i) io::write_text(root.path() / std::to_string(i), "page " + std::to_string(i));
  const test::Nginx server(root.path());
  Client client(quick());
  std::vector<Request> requests;
  for (int i = 0; i < 40; ++i) requests.push_back(to(server.url() + "/" + std::to_string(i)));
  requests.push_back(to(server.url() + "/absent"));
  const auto outcomes = client.fetch_all(requests);
  REQUIRE(outcomes.size() == 41);
  for (int i = 0; i < 40; ++i)
    CHECK(std::get<Response>(outcomes[static_cast<std::size_t>(i)]).body == "page " + std::to_string(i));
  CHECK(std::get<Response>(outcomes[40]).status == 404);
}

TEST_CASE("ranges, validators and compression work against a real server") {
  io::TemporaryDirectory root;
  const std::string text = "0123456789" + std::string(5000, 'x');
  io::write_text(root.path() / "page.html", text);
  const test::Nginx server(root.path(), {.gzip = true});
  Client client(quick());
  const Response whole = client.fetch(to(server.url() + "/page.html"));
  CHECK(whole.body == text);
  CHECK(whole.header("content-encoding") == "gzip");

  Request again = to(server.url() + "/page.html");
  again.if_none_match = whole.header("etag");
  CHECK(client.fetch(again).status == 304);

  Request range = to(server.url() + "/page.html");
  range.range = "2-4";
  const Response part = client.fetch(range);
  CHECK(part.status == 206);
  CHECK(part.body == "234");
  CHECK(part.header("content-range") == "bytes 2-4/5010");
}

TEST_CASE("a server that ignores a range is not read to the end") {
  io::TemporaryDirectory root;
  io::write_text(root.path() / "big", std::string(1 << 20, 'x'));
  const test::Nginx server(root.path(), {.ranges = false});
  Client client(quick());
  Request range = to(server.url() + "/big");
  range.range = "-100";
  const Response response = client.fetch(range);
  CHECK(response.status == 200);
  CHECK(response.body.empty());
}

TEST_CASE("a busy server is asked again, and its wait is obeyed") {
  const BadServer server([](int number, const std::string&) {
    return number < 2 ? RawAnswer{http_answer("503 Busy", "later")} : RawAnswer{http_answer("200 OK", "now")};
  });
  Client client(quick());
  CHECK(client.fetch(to(server.url())).body == "now");
  CHECK(server.requests().size() == 3);
}

TEST_CASE("patience ends, and the error names the place but no secret") {
  const BadServer server([](int, const std::string&) { return RawAnswer{http_answer("502 Bad", "")}; });
  Client client(quick());
  std::string url = server.url("/simple/?token=geheim");
  url.insert(7, "user:geheim@");
  const Error error = failure(client, to(url));
  CHECK(error.exit_code() == ExitCode::Network);
  CHECK(error.code() == "http-status");
  CHECK_THAT(error.what(), Catch::Contains("502") && Catch::Contains("127.0.0.1") && Catch::Contains("/simple/") &&
                               !Catch::Contains("geheim"));
  CHECK(server.requests().size() == 3);
}

TEST_CASE("a broken connection is tried again and then told") {
  const BadServer server([](int number, const std::string&) {
    return number == 0 ? RawAnswer{"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this"}
                       : RawAnswer{http_answer("200 OK", "whole")};
  });
  Client client(quick());
  CHECK(client.fetch(to(server.url())).body == "whole");

  const BadServer mute([](int, const std::string&) { return RawAnswer{}; });
  CHECK(failure(client, to(mute.url())).code() == "connection-broken");
}

TEST_CASE("nobody listening is an error with a way out") {
  Client client(quick());
  const Error error = failure(client, to("http://127.0.0.1:" + std::to_string(test::free_port()) + "/simple/"));
  CHECK(error.exit_code() == ExitCode::Network);
  CHECK(error.code() == "unreachable");
  CHECK_THAT(error.what(), Catch::Contains(": Couldn't connect to server") && !Catch::Contains(" ms"));
  CHECK_THAT(error.hint(), Catch::Contains("check the network"));
}

TEST_CASE("a server that is silent for long, and what is tried again, are told once for each server") {
  const BadServer server([](int, const std::string&) { return RawAnswer{"", Then::Silence}; });
  const BadServer busy([](int number, const std::string&) {
    return RawAnswer{number < 3 ? http_answer("503 Later", "") : http_answer("200 OK", "here")};
  });
  std::vector<std::string> lines;
  ClientOptions options = quick();
  options.retries = 1;
  options.timeout = std::chrono::milliseconds(300);
  options.long_silence = std::chrono::milliseconds(50);
  options.announce = [&](const std::string& line) { lines.push_back(line); };
  Client client(options);
  const std::vector<Request> requests{to(server.url("/a")), to(server.url("/b"))};
  for (const auto& outcome : client.fetch_all(requests)) CHECK(std::get<Error>(outcome).code() == "stalled");
  REQUIRE(lines.size() == 2);
  CHECK_THAT(lines[0], Catch::StartsWith("waiting for 127.0.0.1") && Catch::Contains("no answer yet"));
  CHECK_THAT(lines[1], Catch::Contains("did not begin to answer within 300 ms; trying again (try 2)"));
  lines.clear();
  CHECK(failure(client, to(busy.url("/c"))).code() == "http-status");
  REQUIRE(lines.size() == 1);
  CHECK_THAT(lines[0], Catch::Contains("HTTP 503 from 127.0.0.1") && Catch::Contains("try 2"));
}

TEST_CASE("a time limit names what it cut off") {
  ClientOptions options = quick();
  options.timeout = std::chrono::milliseconds(1000);
  options.retries = 0;
  SECTION("while bytes come") {
    const BadServer server([](int, const std::string&) {
      return RawAnswer{"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome", Then::Silence};
    });
    const Error error = failure(options, server.url("/slow"));
    CHECK(error.code() == "stalled");
    CHECK_THAT(error.what(), Catch::Contains("/slow stalled at 4 of 100 bytes") && Catch::Contains("1 s"));
  }
  SECTION("before the first one") {
    const BadServer server([](int, const std::string&) { return RawAnswer{"", Then::Silence}; });
    const Error error = failure(options, server.url("/slow"));
    CHECK(error.code() == "stalled");
    CHECK_THAT(error.what(), Catch::Contains("did not begin to answer within 1 s"));
  }
  SECTION("during the TLS handshake") {
    const BadServer server([](int, const std::string&) { return RawAnswer{}; });  // it waits for the end of a request
    const Error error = failure(options, "https" + server.url("/slow").substr(4));
    CHECK_THAT(error.what(), Catch::Contains("no TLS handshake with 127.0.0.1 within 1 s"));
  }
  SECTION("while connecting") {
    const test::FullListener nobody;
    const Error error = failure(options, "http://127.0.0.1:" + std::to_string(nobody.port()) + "/");
    CHECK(error.code() == "unreachable");
    CHECK_THAT(error.what(), Catch::Contains("no connection to 127.0.0.1") && Catch::Contains("within 1 s"));
  }
}

TEST_CASE("a server's Retry-After is waited for, in seconds or as a date, unless it is long") {
  const auto busy = [](const std::string& when) {
    return [when](int number, const std::string&) {
      return RawAnswer{number == 0 ? http_answer("429 Slow Down", "", "Retry-After: " + when + "\r\n")
                                   : http_answer("200 OK", "here")};
    };
  };
  const BadServer soon(busy("1"));
  const auto start = std::chrono::steady_clock::now();
  CHECK(Client(quick()).fetch(to(soon.url())).body == "here");
  CHECK(std::chrono::steady_clock::now() - start >= std::chrono::seconds(1));
  const BadServer past(busy("Sun, 06 Nov 1994 08:49:37 GMT"));
  CHECK(Client(quick()).fetch(to(past.url())).body == "here");
  for (const char* when : {"3600", "Fri, 31 Dec 2199 23:59:59 GMT"}) {
    const BadServer late(busy(when));
    const Error error = failure(quick(), late.url());
    CHECK_THAT(error.what(), Catch::Contains("429") && Catch::Contains(when));
    CHECK(late.requests().size() == 1);
  }
}

TEST_CASE("an answer that never ends is cut off") {
  const BadServer server(
      [](int, const std::string&) { return RawAnswer{http_answer("200 OK", std::string(100'000, 'x'))}; });
  Client client(quick());
  Request request = to(server.url());
  request.body_limit = 1000;
  CHECK(failure(client, request).code() == "answer-too-long");
}

TEST_CASE("redirects are followed, but not for ever and not to other kinds of address") {
  const BadServer server([](int, const std::string& request) {
    const auto redirect = [](const std::string& where) {
      return RawAnswer{http_answer("302 Found", "moved", "Location: " + where + "\r\n")};
    };
    if (request.starts_with("GET /old")) return redirect("new/place");
    if (request.starts_with("GET /loop")) return redirect("/loop");
    if (request.starts_with("GET /file")) return redirect("file:///etc/passwd");
    return RawAnswer{http_answer("200 OK", "here")};
  });
  Client client(quick());
  const Response response = client.fetch(to(server.url("/old")));
  CHECK(response.body == "here");
  CHECK(response.effective_url == server.url("/new/place"));
  CHECK(failure(client, to(server.url("/loop"))).code() == "redirect-loop");
  CHECK(failure(client, to(server.url("/file"))).code() == "redirect-refused");
  CHECK(failure(client, to("file:///etc/passwd")).code() == "bad-url");
}

TEST_CASE("credentials go to their own server and to no other") {
  const BadServer other([](int, const std::string&) { return RawAnswer{http_answer("200 OK", "other")}; });
  const BadServer own([&](int, const std::string& request) {
    if (request.starts_with("GET /away"))
      return RawAnswer{http_answer("302 Found", "", "Location: " + other.url() + "\r\n")};
    return RawAnswer{http_answer("200 OK", "own")};
  });
  ClientOptions options = quick();
  options.credentials[origin_of(own.url())] = {"user", "word"};
  Client client(options);
  client.fetch(to(own.url("/here")));
  client.fetch(to(own.url("/away")));
  std::string with_own = own.url("/away");
  with_own.insert(7, "other:one@");
  client.fetch(to(with_own));
  CHECK(test::header_of(own.requests()[0], "Authorization") == "Basic dXNlcjp3b3Jk");
  CHECK(test::header_of(own.requests()[2], "Authorization") == "Basic b3RoZXI6b25l");
  REQUIRE(other.requests().size() == 2);
  for (const auto& request : other.requests()) CHECK(test::header_of(request, "Authorization").empty());
}

TEST_CASE("a refusal of what a .netrc file says names that file and not what it says") {
  io::TemporaryDirectory folder;
  const auto netrc = folder.path() / "netrc";
  io::write_text(netrc, "machine 127.0.0.1 login user password geheim\n", 0600);
  const BadServer server([](int, const std::string&) { return RawAnswer{http_answer("403 No", "")}; });
  ClientOptions options = quick();
  options.netrc = netrc;
  const Error refused = unexpected_status(Client(options).fetch(to(server.url())));
  CHECK_THAT(refused.what(),
             Catch::Contains("does not accept the credentials of " + netrc.string()) && !Catch::Contains("geheim"));
}

TEST_CASE("a name that is configured without a password gets that of .netrc") {
  io::TemporaryDirectory folder;
  const auto netrc = folder.path() / "netrc";
  io::write_text(netrc, "machine 127.0.0.1 login other password no\nmachine 127.0.0.1\n  login user\n  password word\n",
                 0600);
  const BadServer server([](int, const std::string&) { return RawAnswer{http_answer("200 OK", "")}; });
  ClientOptions options = quick();
  options.netrc = netrc;
  options.credentials[origin_of(server.url())] = {{"user", ""}, "KENV_INDEX"};
  Client client(options);
  client.fetch(to(server.url()));
  CHECK(test::header_of(server.requests()[0], "Authorization") == "Basic dXNlcjp3b3Jk");
  CHECK_THAT(client.asked_as(server.url("/any")), Catch::Contains("user"));
  CHECK(client.asked_as("http://elsewhere/") == "");
}

TEST_CASE("a .netrc file is used for its host") {
  io::TemporaryDirectory folder;
  io::write_text(folder.path() / "netrc", "machine 127.0.0.1 login user password word\n", 0600);
  const BadServer server([](int, const std::string&) { return RawAnswer{http_answer("200 OK", "")}; });
  ClientOptions options = quick();
  options.netrc = folder.path() / "netrc";
  Client client(options);
  client.fetch(to(server.url()));
  CHECK(test::header_of(server.requests()[0], "Authorization") == "Basic dXNlcjp3b3Jk");
  CHECK_THAT(test::header_of(server.requests()[0], "User-Agent"), Catch::StartsWith("kenv/"));
}

TEST_CASE("offline, nothing is asked") {
  const BadServer server([](int, const std::string&) { return RawAnswer{http_answer("200 OK", "")}; });
  ClientOptions options = quick();
  options.offline = true;
  Client client(options);
  const Error error = failure(client, to(server.url()));
  CHECK(error.code() == "offline");
  CHECK_THAT(error.hint(), Catch::Contains("--offline"));
  CHECK(server.requests().empty());
}

TEST_CASE("certificates that are not there are an error that says who named them") {
  ClientOptions options;
  options.ca_file = "/nowhere/ca.pem";
  options.ca_origin = "PIP_CERT";
  try {
    Client client(options);
    FAIL("it was accepted");
  } catch (const Error& error) {
    CHECK(error.code() == "ca-file-missing");
    CHECK_THAT(error.what(), Catch::Contains("PIP_CERT") && Catch::Contains("/nowhere/ca.pem"));
  }
}

TEST_CASE("headers without end are refused") {
  const BadServer server([](int, const std::string&) {
    std::string headers;
    for (int i = 0; i < 5000; ++i) headers += "X-" + std::to_string(i) + ": " + std::string(100, 'x') + "\r\n";
    return RawAnswer{http_answer("200 OK", "", headers)};
  });
  Client client(quick());
  CHECK(failure(client, to(server.url())).exit_code() == ExitCode::Network);
}
