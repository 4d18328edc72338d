// SPDX-License-Identifier: Apache-2.0
#include "http/download.hpp"

#include "io/files.hpp"
#include "support/bad_server.hpp"
#include "support/catch.hpp"
#include "support/nginx.hpp"
#include "support/recording_reporter.hpp"

using namespace kenv;
using namespace kenv::http;
using test::BadServer;
using test::http_answer;
using test::RawAnswer;
namespace fs = std::filesystem;

namespace {

/// Bytes that differ everywhere, so that a shifted or repeated part is noticed.
std::string content(std::size_t size) {
  std::string out;
  for (std::uint32_t i = 0; out.size() < size; ++i) out += sha256(std::to_string(i)).hex();
  out.resize(size);
  return out;
}

ClientOptions quick() {
  ClientOptions options;
  options.first_delay = std::chrono::milliseconds(1);
  options.retries = 2;
  return options;
}

struct Fixture {
  io::TemporaryDirectory folder;
  test::RecordingReporter reporter;
  Client client{quick()};
  std::string bytes = content(300'000);

  fs::path target() const { return folder.path() / "demo.whl"; }
  fs::path part() const { return folder.path() / "demo.whl.part"; }

  Download download(const std::string& url) const { return {url, "demo", target(), sha256(bytes), bytes.size()}; }

  std::vector<Digests> run(const Download& one) { return download_all(client, std::span(&one, 1), reporter); }

  Error failure(const Download& one) {
    try {
      run(one);
    } catch (const Error& error) {
      return error;
    }
    return Error(ExitCode::Ok, "none", "nothing was thrown");
  }
};

/// The answer of an honest server to a request with or without Range.
std::string honest(const std::string& bytes, const std::string& request, const std::string& etag = "\"1\"") {
  const std::string range = test::header_of(request, "Range"), condition = test::header_of(request, "If-Range");
  if (range.empty() || (!condition.empty() && condition != etag))
    return http_answer("200 OK", bytes, "ETag: " + etag + "\r\n");
  const auto first = std::stoul(range.substr(6));
  if (first >= bytes.size())
    return http_answer("416 No", "", "Content-Range: bytes */" + std::to_string(bytes.size()) + "\r\n");
  return http_answer("206 Part", bytes.substr(first),
                     "ETag: " + etag + "\r\nContent-Range: bytes " + std::to_string(first) + "-" +
                         std::to_string(bytes.size() - 1) + "/" + std::to_string(bytes.size()) + "\r\n");
}

/// The same, but the connection breaks after `count` bytes of the answer's body.
RawAnswer broken(const std::string& answer, std::size_t count) {
  return {answer.substr(0, answer.find("\r\n\r\n") + 4 + count)};
}

}  // namespace

TEST_CASE_METHOD(Fixture, "several files arrive whole, hashed, and are told one by one") {
  io::TemporaryDirectory root;
  std::vector<Download> downloads;
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < 12; ++i) {
    texts.push_back(content(1'000'000 / (i + 1)));
    io::write_text(root.path() / std::to_string(i), texts.back());
  }
  texts.push_back("");
  io::write_text(root.path() / "12", "");
  const test::Nginx server(root.path());
  for (std::size_t i = 0; i < texts.size(); ++i)
    downloads.push_back({server.url() + "/" + std::to_string(i),
                         std::to_string(i),
                         folder.path() / std::to_string(i),
                         {},
                         std::nullopt});
  downloads[3].stated = sha256(texts[3]);
  downloads[3].size = texts[3].size();

  std::vector<std::size_t> told;
  DownloadSettings settings;
  settings.on_complete = [&](std::size_t index, const Digests& digest) {
    CHECK(digest == sha256(texts[index]));
    CHECK(io::read_text(downloads[index].destination) == texts[index]);
    told.push_back(index);
  };
  const auto digests = download_all(client, downloads, reporter, settings);
  REQUIRE(digests.size() == texts.size());
  for (std::size_t i = 0; i < texts.size(); ++i) CHECK(digests[i] == sha256(texts[i]));
  CHECK(told.size() == texts.size());
  CHECK(io::list_directory(folder.path()).size() == texts.size());  // nothing else is left
  REQUIRE(reporter.transfers.size() == texts.size());
  for (const auto& transfer : reporter.transfers) {
    CHECK(transfer.ended);
    CHECK(transfer.received == texts[std::stoul(transfer.name)].size());
  }
  CHECK(reporter.expected == texts[3].size());
}

TEST_CASE_METHOD(Fixture, "a connection that breaks is taken up where it broke") {
  const BadServer server([&](int number, const std::string& request) {
    const std::string answer = honest(bytes, request);
    return number < 4 ? broken(answer, 50'000)
                      : RawAnswer{answer};  // more often than there are retries: each brings progress
  });
  CHECK(run(download(server.url())).front() == sha256(bytes));
  CHECK(io::read_text(target()) == bytes);
  CHECK(test::header_of(server.requests()[3], "Range") == "bytes=150000-");
  CHECK(reporter.transfers.front().received == bytes.size());
}

TEST_CASE_METHOD(Fixture, "a later run goes on with what an earlier one left") {
  bool whole = false;
  const BadServer server([&](int, const std::string& request) {
    const std::string answer = honest(bytes, request);
    return whole ? RawAnswer{answer} : broken(answer, request.find("Range") == std::string::npos ? 100'000 : 0);
  });
  CHECK(failure(download(server.url())).code() == "connection-broken");
  CHECK(io::read_text(part()) == bytes.substr(0, 100'000));
  CHECK_FALSE(io::exists(target()));
  whole = true;

  SECTION("by asking for the rest") {
    run(download(server.url()));
    CHECK(test::header_of(server.requests().back(), "Range") == "bytes=100000-");
    CHECK(test::header_of(server.requests().back(), "If-Range") == "\"1\"");
    CHECK(io::read_text(target()) == bytes);
  }
  SECTION("also without a digest, since the server says that it is the same file") {
    Download plain = download(server.url());
    plain.stated = {};
    CHECK(run(plain).front() == sha256(bytes));
    CHECK(test::header_of(server.requests().back(), "Range") == "bytes=100000-");
  }
  SECTION("but from the start if nothing tells that the file is the same") {
    io::remove_file(folder.path() / "demo.whl.part.validator");
    Download plain = download(server.url());
    plain.stated = {};
    CHECK(run(plain).front() == sha256(bytes));
    CHECK(test::header_of(server.requests().back(), "Range").empty());
  }
  SECTION("and from the start if what lies there is not the beginning of the file") {
    std::string spoiled = io::read_text(part());
    spoiled[500] = '?';
    io::write_text(part(), spoiled);
    CHECK(run(download(server.url())).front() == sha256(bytes));
    CHECK(io::read_text(target()) == bytes);
    CHECK(reporter.notes.size() == 1);
  }
  SECTION("or is longer than the file") {
    io::write_text(part(), bytes + "more");
    CHECK(run(download(server.url())).front() == sha256(bytes));
  }
  SECTION("and asks for nothing new if all of it is there") {
    io::write_text(part(), bytes);
    CHECK(run(download(server.url())).front() == sha256(bytes));
    CHECK(io::read_text(target()) == bytes);
  }
}

TEST_CASE_METHOD(Fixture, "a file that changed between two attempts is fetched anew") {
  const std::string before = content(300'001);
  const BadServer server([&](int number, const std::string& request) {
    return number == 0 ? broken(honest(before, request, "\"0\""), 70'000) : RawAnswer{honest(bytes, request, "\"1\"")};
  });
  Download plain = download(server.url());
  plain.stated = {};
  plain.size.reset();
  CHECK(run(plain).front() == sha256(bytes));
  CHECK(io::read_text(target()) == bytes);
}

TEST_CASE_METHOD(Fixture, "servers that cannot or will not send the rest are coped with") {
  const BadServer ignores_range([&](int number, const std::string&) {
    const std::string answer = http_answer("200 OK", bytes);
    return number == 0 ? broken(answer, 70'000) : RawAnswer{answer};
  });
  const BadServer sends_another_part([&](int number, const std::string& request) {
    if (number == 0) return broken(honest(bytes, request), 70'000);
    if (number == 1)
      return RawAnswer{http_answer("206 Part", bytes.substr(10), "Content-Range: bytes 10-299999/300000\r\n")};
    return RawAnswer{honest(bytes, request)};
  });
  for (const BadServer* server : {&ignores_range, &sends_another_part}) {
    CHECK(run(download(server->url())).front() == sha256(bytes));
    CHECK(io::read_text(target()) == bytes);
  }
}

TEST_CASE_METHOD(Fixture, "wrong bytes are refused, named with both digests, and not kept") {
  std::string wrong = bytes;
  wrong[1234] = '?';
  const BadServer server([&](int, const std::string& request) { return RawAnswer{honest(wrong, request)}; });
  const Error error = failure(download(server.url()));
  CHECK(error.exit_code() == ExitCode::VerificationFailed);
  CHECK(error.code() == "hash-mismatch");
  CHECK_THAT(error.what(),
             Catch::Contains("demo") && Catch::Contains(sha256(bytes).hex()) && Catch::Contains(sha256(wrong).hex()));
  CHECK_FALSE(error.hint().empty());
  CHECK(io::list_directory(folder.path()).empty());

  // Every digest that is stated has to be right, and those that are asked for are told.
  const BadServer good([&](int, const std::string& request) { return RawAnswer{honest(bytes, request)}; });
  Download stated = download(good.url());
  stated.stated.add(*Digest::parse(DigestAlgorithm::Sha512, std::string(128, '0')));
  const Error other = failure(stated);
  CHECK(other.code() == "hash-mismatch");
  CHECK_THAT(other.what(), Catch::Contains("its SHA-512 is"));
  Download asked = download(good.url());
  asked.asked = {DigestAlgorithm::Blake2s};
  const auto found = run(asked).front();
  CHECK(found.sha256 == sha256(bytes));
  REQUIRE(found.others.size() == 1);
  CHECK(found.others[0].algorithm == DigestAlgorithm::Blake2s);
}

TEST_CASE_METHOD(Fixture, "a file of another size is refused before it is fetched") {
  const BadServer server([&](int, const std::string&) { return RawAnswer{http_answer("200 OK", bytes + "more")}; });
  CHECK(failure(download(server.url())).code() == "size-mismatch");
  const BadServer endless(
      [&](int, const std::string&) { return RawAnswer{"HTTP/1.1 200 OK\r\n\r\n" + bytes + "more"}; });
  CHECK(failure(download(endless.url())).code() == "size-mismatch");
  CHECK(io::list_directory(folder.path()).empty());
}

TEST_CASE_METHOD(Fixture, "a server that ends too early without saying so is asked for the rest") {
  const BadServer server([&](int number, const std::string& request) {
    return number == 0 ? RawAnswer{"HTTP/1.1 200 OK\r\nETag: \"1\"\r\n\r\n" + bytes.substr(0, 1000)}
                       : RawAnswer{honest(bytes, request)};
  });
  CHECK(run(download(server.url())).front() == sha256(bytes));
  const BadServer stubborn(
      [&](int, const std::string&) { return RawAnswer{"HTTP/1.1 200 OK\r\n\r\n" + bytes.substr(0, 1000)}; });
  CHECK(failure(download(stubborn.url())).code() == "cut-short");
}

TEST_CASE_METHOD(Fixture, "what is not there ends the run at once") {
  const BadServer server(
      [&](int, const std::string&) { return RawAnswer{http_answer("404 No", "<html>not here</html>")}; });
  const Error error = failure(download(server.url("/wheels/demo.whl")));
  CHECK(error.exit_code() == ExitCode::Network);
  CHECK_THAT(error.what(), Catch::Contains("404") && Catch::Contains("/wheels/demo.whl"));
  CHECK(server.requests().size() == 1);
  CHECK_FALSE(io::exists(target()));
}

TEST_CASE_METHOD(Fixture, "a busy server is asked again") {
  const BadServer server([&](int number, const std::string& request) {
    return number == 0 ? RawAnswer{http_answer("503 Busy", "wait")} : RawAnswer{honest(bytes, request)};
  });
  CHECK(run(download(server.url())).front() == sha256(bytes));
}

TEST_CASE_METHOD(Fixture, "one failure ends the others, which keep what they have") {
  const BadServer silent([&](int, const std::string&) {
    return RawAnswer{"HTTP/1.1 200 OK\r\nETag: \"1\"\r\nContent-Length: 300000\r\n\r\n" + bytes.substr(0, 1000),
                     RawAnswer::Then::Silence};
  });
  const BadServer absent([&](int, const std::string&) {
    // Only when the other download has its first bytes, so that there is something to keep.
    for (int i = 0; i < 1000 && silent.requests().empty(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return RawAnswer{http_answer("404 No", "")};
  });
  Download other = download(absent.url());
  other.destination = folder.path() / "other.whl";
  const std::vector<Download> both = {download(silent.url()), other};
  CHECK_THROWS_AS(download_all(client, both, reporter), Error);
  CHECK(io::read_text(part()) == bytes.substr(0, 1000));
  for (const auto& transfer : reporter.transfers) CHECK(transfer.ended);
}

TEST_CASE_METHOD(Fixture, "the bytes of a compressed answer are not unpacked: a wheel is what the index hashed") {
  const BadServer server([&](int, const std::string& request) {
    CHECK(test::header_of(request, "Accept-Encoding") == "identity");
    return RawAnswer{honest(bytes, request)};
  });
  run(download(server.url()));
}
