// SPDX-License-Identifier: Apache-2.0
#include "index/page.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::index;

namespace {

const std::string kDigest(64, 'a'), kOther(64, 'b');

python::ProjectPage parsed(const std::string& body, const std::string& url = "https://h/simple/demo/") {
  auto page = parse_json_page(body, url);
  REQUIRE(page);
  return std::move(*page);
}

python::ProjectFile only_file(const std::string& entry) {
  const auto page = parsed(R"({"meta":{"api-version":"1.1"},"name":"demo","files":[)" + entry + "]}");
  REQUIRE(page.files.size() == 1);
  return page.files.front();
}

std::string wheel(const std::string& more) {
  return R"({"filename":"demo-1.0-py3-none-any.whl","url":"https://f/demo-1.0-py3-none-any.whl")" + more + "}";
}

}  // namespace

TEST_CASE("a JSON file entry is read in full") {
  const auto file = only_file(wheel(R"(,"hashes":{"md5":"00","sha256":")" + kDigest +
                                    R"("},"size":123,"requires-python":">=3.8","core-metadata":{"sha256":")" + kOther +
                                    R"("},"yanked":"broken","upload-time":"2026-01-01T00:00:00Z","provenance":null)"));
  CHECK(file.filename == "demo-1.0-py3-none-any.whl");
  CHECK(file.url == "https://f/demo-1.0-py3-none-any.whl");
  CHECK(file.sha256->hex() == kDigest);
  CHECK(file.size == 123u);
  CHECK(file.requires_python == ">=3.8");
  CHECK(file.has_metadata);
  CHECK(file.metadata_sha256->hex() == kOther);
  CHECK(file.yanked);
  CHECK(file.yanked_reason == "broken");
  CHECK(file.upload_time->to_text() == "2026-01-01T00:00:00Z");
}

TEST_CASE("an upload time is kept in UTC; one that cannot be read is no reason to leave the file out") {
  CHECK(only_file(wheel(R"(,"upload-time":"2026-01-01T01:00:00.25+01:00")")).upload_time->to_text() ==
        "2026-01-01T00:00:00.250000Z");
  for (const char* damaged : {R"("yesterday")", "7", "null", "{}"})
    CHECK_FALSE(only_file(wheel(std::string(R"(,"upload-time":)") + damaged)).upload_time);
}

TEST_CASE("METADATA and yanking are told in several ways") {
  struct Row {
    const char* entry;
    bool metadata, digest, yanked;
  };
  const std::string digest = R"({"sha256":")" + kDigest + R"("})";
  const Row rows[] = {
      {"", false, false, false},
      {R"(,"core-metadata":true)", true, false, false},
      {R"(,"core-metadata":false,"dist-info-metadata":true)", false, false, false},
      {R"(,"dist-info-metadata":true)", true, false, false},
      {R"(,"data-dist-info-metadata":{"sha256":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})",
       true, true, false},
      {R"(,"core-metadata":{"sha256":"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"},"dist-info-metadata":false)",
       true, true, false},
      {R"(,"yanked":false)", false, false, false},
      {R"(,"yanked":true)", false, false, true},
      {R"(,"yanked":"")", false, false, true}};
  for (const auto& row : rows) {
    CAPTURE(row.entry);
    const auto file = only_file(wheel(row.entry));
    CHECK(file.has_metadata == row.metadata);
    CHECK(file.metadata_sha256.has_value() == row.digest);
    CHECK(file.yanked == row.yanked);
  }
}

TEST_CASE("one entry leaves no trace in the next, and only wheels are kept") {
  const auto page =
      parsed(R"({"files":[)" +
             wheel(R"(,"hashes":{"sha256":")" + kDigest + R"("},"yanked":true,"core-metadata":true,"size":1)") + "," +
             R"({"filename":"demo-1.0.tar.gz","url":"demo-1.0.tar.gz","hashes":{}},)" +
             R"({"filename":"demo-2.0-py3-none-any.whl","url":"b.whl","hashes":{}}]})");
  REQUIRE(page.files.size() == 2);
  CHECK(page.other_files == 1);
  CHECK_FALSE(page.files[1].sha256);
  CHECK_FALSE(page.files[1].size);
  CHECK_FALSE(page.files[1].yanked);
  CHECK_FALSE(page.files[1].has_metadata);
}

TEST_CASE("relative addresses are completed and lose their fragment, which may hold the digest") {
  const auto page =
      parsed(R"({"files":[{"filename":"a-1-py3-none-any.whl","url":"../../files/a-1%2Bcu1-py3-none-any.whl#sha256=)" +
                 kDigest + R"("}]})",
             "https://mirror/x/simple/a/");
  CHECK(page.files[0].url == "https://mirror/x/files/a-1%2Bcu1-py3-none-any.whl");
  CHECK(page.files[0].sha256->hex() == kDigest);
}

TEST_CASE("a project's status and its reason are read, an active one is none") {
  const auto page = parsed(R"({"project-status":{"status":"quarantined","reason":"malware"},"files":[]})");
  CHECK(page.status == "quarantined");
  CHECK(page.status_reason == "malware");
  CHECK(parsed(R"({"project-status":{"status":"active"},"files":[]})").status.empty());
}

TEST_CASE("files are larger than 32 bits can say") {
  CHECK(only_file(wheel(R"(,"size":5368709121)")).size == 5'368'709'121u);
}

TEST_CASE("of an entry that cannot be used the name is known, wherever it stands in it") {
  const auto page =
      parsed(R"({"files":[{"size":"big","hashes":{"sha256":"x"},"url":"https://h/a-1-py3-none-any.whl",)"
             R"("filename":"a-1-py3-none-any.whl"},{"url":[1,{"x":2}],"filename":"a-2-py3-none-any.whl"},)"
             R"({"filename":"a-3-py3-none-any.whl","url":"https://h/a-3-py3-none-any.whl"}]})");
  CHECK(page.unusable == std::vector<std::string>{"a-1-py3-none-any.whl", "a-2-py3-none-any.whl"});
  REQUIRE(page.files.size() == 1);
  CHECK(page.files[0].filename == "a-3-py3-none-any.whl");
  REQUIRE(page.notes.size() == 2);
  CHECK_THAT(page.notes[0], Catch::Contains("a-1-py3-none-any.whl, cannot be used: its size is no number of bytes"));
}

TEST_CASE("pages that cannot be used are refused") {
  for (const char* body : {"", "{", "[]", "{}", "null", R"({"files":[)", R"({"files":{}})", R"({"files":[]}x)",
                           R"({"files":[]} {})", R"({"meta":{"api-version":"2.0"},"files":[]})",
                           R"({"meta":{"api-version":1},"files":[]})", "\xff", "{\"files\":[{\"url\":\"\xff\"}]}"}) {
    CAPTURE(body);
    CHECK_FALSE(parse_json_page(body, "https://h/"));
  }
  CHECK_FALSE(parse_json_page(R"({"files":)" + std::string(100'000, '['), "https://h/"));
  CHECK(parse_json_page(R"({"meta":{"api-version":"1.99"},"new":[[[]]],"files":[]})", "https://h/"));
}

TEST_CASE("a malformed page is refused with its address and the place in it") {
  const auto page = parse_json_page("{\n \"files\": [\n  {\"url\" \"x\"}\n ]\n}", "https://user:geheim@h/simple/demo/");
  REQUIRE_FALSE(page);
  CHECK_THAT(page.error().text(), Catch::StartsWith("h/simple/demo/:3:") && Catch::Contains("JSON"));
}

TEST_CASE("a page that ends anywhere, or is changed anywhere, does no harm") {
  const std::string whole = R"({"meta":{"api-version":"1.0"},"project-status":{"status":"x"},"files":[)" +
                            wheel(R"(,"hashes":{"sha256":")" + kDigest + R"("},"size":1,"yanked":true)") + "]}";
  for (std::size_t size = 0; size < whole.size(); ++size)
    CHECK_FALSE(parse_json_page(whole.substr(0, size), "https://h/"));
  for (std::size_t i = 0; i < whole.size(); ++i)
    for (const char c : {'"', '{', '}', '[', ']', ',', ':', '\\', '0', 't', '\0', '\xff'}) {
      std::string changed = whole;
      changed[i] = c;
      (void)parse_json_page(changed, "https://h/");
    }
}

TEST_CASE("one bad entry is left out with a note, the others stay") {
  struct Row {
    std::string entry;
    const char* said;
  };
  const std::string head = R"({"filename":"a-1-py3-none-any.whl")", url = R"(,"url":"a-1-py3-none-any.whl")";
  const Row rows[] = {{"1", "no object"},
                      {"null", "no object"},
                      {"[{}]", "no object"},
                      {"{}", "no url"},
                      {head + "}", "no url"},
                      {R"({"filename":7,"url":"x.whl"})", "filename is no text"},
                      {head + url + R"(,"hashes":3})", "hashes are no object"},
                      {head + url + R"(,"hashes":{"sha256":"short"}})", "no SHA-256"},
                      {head + url + R"(,"hashes":{"md5":"x","sha256":[7]}})", "sha256 is no text"},
                      {head + url + R"(,"size":-1})", "size"},
                      {head + url + R"(,"size":1.5})", "size"},
                      {head + url + R"(,"size":99999999999999999999})", "size"},
                      {head + url + R"(,"requires-python":[">=3"]})", "requires-python is no text"},
                      {head + url + R"(,"yanked":3})", "yanked"},
                      {R"({"filename":"../../etc/x.whl","url":"x.whl"})", "no file name"},
                      {R"({"filename":"a\u001b[2J.whl","url":"x.whl"})", "no file name"},
                      {head + R"(,"url":"x.whl#sha256=zz"})", "64 hexadecimal digits"},
                      {head + R"(,"url":"file:///etc/passwd"})", "another kind"}};
  for (const auto& row : rows) {
    CAPTURE(row.entry);
    const auto page = parsed(R"({"files":[)" + wheel("") + "," + row.entry + "," + wheel("") + "]}");
    CHECK(page.files.size() == 2);
    REQUIRE(page.notes.size() == 1);
    CHECK_THAT(page.notes[0], Catch::StartsWith("entry 2") && Catch::Contains(row.said));
    CHECK(page.notes[0].find('\x1b') == std::string::npos);
  }
  std::string many;
  for (int i = 0; i < 1000; ++i) many += "1,";
  const auto page = parsed(R"({"files":[)" + many + wheel("") + "]}");
  CHECK(page.files.size() == 1);
  CHECK(page.notes.size() == 20);
  CHECK_THAT(page.notes.back(), Catch::Contains("981 more"));
}

TEST_CASE("what is not stated, or stated as nothing, is not a fault") {
  const auto file = only_file(
      R"({"filename":"a-1-py3-none-any.whl","url":"a.whl","hashes":{},"size":null,"requires-python":null,"yanked":null,"core-metadata":null})");
  CHECK_FALSE(file.size);
  CHECK_FALSE(file.sha256);
  CHECK_FALSE(file.yanked);
  CHECK_FALSE(file.has_metadata);
}

TEST_CASE("a damaged digest of METADATA costs the METADATA beside the file and not the file") {
  const auto file =
      only_file(wheel(R"(,"core-metadata":{"sha256":"zz"},"hashes":{"sha256":")" + kDigest + R"("},"size":5)"));
  CHECK_FALSE(file.has_metadata);
  CHECK_FALSE(file.metadata_sha256);
  CHECK(file.sha256->hex() == kDigest);
  CHECK(file.size == 5u);
}

TEST_CASE("what a JSON page says in its own words is one line that no terminal obeys") {
  CHECK(only_file(wheel(R"(,"yanked":"bad \u001b[2J\u0007 thing\nerror: pretended")")).yanked_reason ==
        "bad ?[2J? thing error: pretended");
  const auto page = parsed(R"({"project-status":{"status":"archived","reason":"\u001b[31mred\u009b"},"files":[]})");
  CHECK(page.status_reason == "?[31mred?");
}
