// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/text.hpp"
#include "unit/index/client_fixture.hpp"

// METADATA out of wheels on servers that send parts of files as they like.
using namespace kenv;
using namespace kenv::index;
using namespace kenv::index::test_support;
using test::BadServer;
using test::http_answer;
using test::RawAnswer;

namespace {

/// A wheel whose table of contents does not fit into the first request.
std::string large_wheel(const std::string& version) {
  test::WheelBuilder wheel("demo", version);
  for (int i = 0; i < 3000; ++i)
    wheel.file("demo/some/long/folder/name/for/a/header/file_number_" + std::to_string(i) + ".h", "x");
  const auto bytes = wheel.bytes();
  return std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size());
}

/// "bytes=A-B" or "bytes=-N", as [first, end) of a file of that size.
std::pair<std::uint64_t, std::uint64_t> asked_range(const std::string& request, std::uint64_t size) {
  const std::string range = test::header_of(request, "Range").substr(6);
  const auto dash = range.find('-');
  const auto last = text::parse_unsigned(range.substr(dash + 1)).value_or(size);
  if (dash == 0) return {size - std::min(size, last), size};
  return {text::parse_unsigned(range.substr(0, dash)).value_or(0), std::min(size, last + 1)};
}

std::string part(const std::string& bytes, const std::string& request, const std::string& headers = "") {
  const auto [first, end] = asked_range(request, bytes.size());
  if (first >= bytes.size())
    return http_answer("416 No", "", fmt::format("Content-Range: bytes */{}\r\n", bytes.size()));
  return http_answer("206 Part", bytes.substr(first, end - first),
                     fmt::format("Content-Range: bytes {}-{}/{}\r\n{}", first, end - 1, bytes.size(), headers));
}

python::ProjectFile wheel_at(const BadServer& server, std::optional<std::uint64_t> size = {}) {
  python::ProjectFile file;
  file.filename = "demo-1.0-py3-none-any.whl";
  file.url = server.url("/demo-1.0-py3-none-any.whl");
  file.size = size;
  return file;
}

const std::string kWheel = large_wheel("1.0");

}  // namespace

TEST_CASE_METHOD(Fixture, "a server that ignores Range is not listened to for gigabytes") {
  const BadServer server([](int, const std::string&) {
    // The first megabytes of a file that is said to have two thousand of them.
    return RawAnswer{"HTTP/1.1 200 OK\r\nContent-Length: 2147483649\r\n\r\n" + std::string(4'000'000, 'x')};
  });
  const auto answer = metadata(wheel_at(server, 2'147'483'649));
  CHECK_THAT(std::get<UnusableMetadata>(answer).reason, Catch::Contains("no parts of files"));
  CHECK(server.requests().size() == 1);
}

TEST_CASE_METHOD(Fixture, "sizes and ranges go beyond 32 bits") {
  const BadServer server([](int, const std::string&) { return RawAnswer{http_answer("404 No", "")}; });
  metadata(wheel_at(server, 5'368'709'120));
  CHECK(test::header_of(server.requests()[0], "Range") == "bytes=5368578048-5368709119");
  // A wheel of 5 GB of which only the end is sent: the rest of the file is nothing but zeros.
  const std::uint64_t before = 5'368'709'120;
  const BadServer huge([&](int, const std::string& request) {
    const auto [first, end] = asked_range(request, before + 1000);
    return RawAnswer{http_answer("206 Part", std::string(end - first, '\0'),
                                 fmt::format("Content-Range: bytes {}-{}/{}\r\n", first, end - 1, before + 1000))};
  });
  CHECK_THAT(std::get<UnusableMetadata>(metadata(wheel_at(huge))).reason, Catch::Contains("demo-1.0"));
}

TEST_CASE_METHOD(Fixture, "a size that the page states wrongly is corrected by the server's 416") {
  const BadServer server([](int, const std::string& request) { return RawAnswer{part(kWheel, request)}; });
  CHECK(metadata_of(metadata(wheel_at(server, kWheel.size() + 10'000'000))).version.text() == "1.0");
  const BadServer silly(
      [](int, const std::string&) { return RawAnswer{http_answer("416 No", "", "Content-Range: bytes */1000\r\n")}; });
  CHECK_THAT(std::get<UnusableMetadata>(metadata(wheel_at(silly, 5000))).reason, Catch::Contains("416"));
}

TEST_CASE_METHOD(Fixture, "parts that are not those asked for are refused") {
  struct Row {
    const char* range;
    std::size_t bytes;
  };
  const std::size_t size = kWheel.size();
  const Row rows[] = {{"bytes 0-999/5000000", 1000},
                      {"bytes 0-99/100", 50},
                      {"bytes 900-100/1000", 100},
                      {"bytes 0-999/500", 1000},
                      {"items 0-9/10", 10},
                      {"", 10},
                      {"bytes 0-18446744073709551616/*", 10}};
  for (const auto& row : rows) {
    CAPTURE(row.range);
    const BadServer server([&](int, const std::string&) {
      return RawAnswer{
          http_answer("206 Part", std::string(row.bytes, 'x'), std::string("Content-Range: ") + row.range + "\r\n")};
    });
    CHECK(std::holds_alternative<UnusableMetadata>(metadata(wheel_at(server, size))));
  }
}

TEST_CASE_METHOD(Fixture, "a wheel that is replaced between two of its parts is read anew, once") {
  const std::string other = large_wheel("2.0");
  const BadServer server([&](int number, const std::string& request) {
    return RawAnswer{number == 0 ? part(other, request, "ETag: \"0\"\r\n") : part(kWheel, request, "ETag: \"1\"\r\n")};
  });
  CHECK(metadata_of(metadata(wheel_at(server))).version.text() == "1.0");
  const BadServer restless([&](int number, const std::string& request) {
    return RawAnswer{part(kWheel, request, fmt::format("ETag: \"{}\"\r\n", number))};
  });
  CHECK_THAT(std::get<UnusableMetadata>(metadata(wheel_at(restless))).reason, Catch::Contains("changes while"));
}

TEST_CASE_METHOD(Fixture, "a refusal of the file is no fault of the file") {
  const BadServer server([](int, const std::string&) { return RawAnswer{http_answer("401 No", "")}; });
  CHECK(std::get<Unreachable>(metadata(wheel_at(server))).code == "authentication");
}

TEST_CASE_METHOD(Fixture,
                 "a file that is listed and not there is no fault of the file either: a mirror may lag behind") {
  for (const char* status : {"404 No", "410 Gone"}) {
    const BadServer server([&](int, const std::string&) { return RawAnswer{http_answer(status, "")}; });
    const auto gone = std::get<Unreachable>(metadata(wheel_at(server)));
    CHECK(gone.code == kFileMissing);
    CHECK(gone.index == "pypi");
    CHECK_THAT(gone.reason,
               Catch::Contains("demo-1.0-py3-none-any.whl") && Catch::Contains(std::string(status).substr(0, 3)));
    CHECK_THAT(gone.hint, Catch::Contains("\"demo!=1.0\""));
  }
}

TEST_CASE_METHOD(Fixture, "RECORD is read out of a wheel by parts, as METADATA is, and never without leave") {
  const BadServer server([](int, const std::string& request) { return RawAnswer{part(kWheel, request)}; });
  http::Client client(quick(settings));
  const auto records = [&](const IndexSettings& asking, std::vector<MetadataRequest> wanted) {
    return IndexClient(asking, client, cache, reporter).records(wanted);
  };
  const MetadataRequest far{"pypi", wheel_at(server, kWheel.size())};
  python::ProjectFile file = far.file;
  file.url = file_url(demo("1.0").write(folder.path()));
  const auto found = records(settings, {far, {"pypi", file}});
  CHECK_THAT(std::get<std::string>(found[0]),
             Catch::Contains("/file_number_2999.h,sha256=") && Catch::Contains("demo-1.0.dist-info/RECORD,,"));
  CHECK_THAT(std::get<std::string>(found[1]), Catch::StartsWith("demo/__init__.py,sha256="));
  settings.offline = {true, "--offline"};
  CHECK_THAT(std::get<Unreachable>(records(settings, {far})[0]).reason, Catch::Contains("--offline"));
}
