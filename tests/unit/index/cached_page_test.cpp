// SPDX-License-Identifier: Apache-2.0
#include "index/cache.hpp"
#include "index/freshness.hpp"
#include "io/files.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::index;

namespace {

CachedPage example() {
  CachedPage cached;
  cached.etag = "W/\"a\tb\\\n\"";
  cached.last_modified = "Sun, 06 Nov 1994 08:49:37 GMT";
  cached.fetched = 1'000'000;
  cached.max_age = 600;
  cached.page.status = "archived";
  cached.page.newer_version = "1.9";
  cached.page.other_files = 3;
  cached.page.notes = {"entry 1, demo-0.1-py3-none-any.whl, cannot be used: its hashes are no object", ""};
  cached.page.unusable = {"demo-0.1-py3-none-any.whl"};
  cached.page.sources = {"demo-0.2.tar.gz", "demo-0.3.tar.gz", "demo-0.4.zip"};
  python::ProjectFile full;
  full.filename = "demo-1.0-py3-none-any.whl";
  full.url = "https://h/demo-1.0-py3-none-any.whl";
  full.sha256 = sha256("a");
  full.size = 123;
  full.requires_python = ">=3.8\\t\t\n";
  full.has_metadata = true;
  full.metadata_sha256 = sha256("b");
  full.yanked = true;
  full.yanked_reason = "tab\there";
  full.other_digests = {{DigestAlgorithm::Sha512, std::string(128, 'a')},
                        {DigestAlgorithm::Blake2s, std::string(64, 'b')}};
  full.other_metadata_digests = {{DigestAlgorithm::Sha384, std::string(96, 'c')}};
  full.upload_time = {-1'700'000'000'123'456};
  python::ProjectFile bare;
  bare.filename = "demo-2.0-py3-none-any.whl";
  bare.url = "https://h/demo-2.0-py3-none-any.whl";
  cached.page.files = {full, bare};
  return cached;
}

}  // namespace

TEST_CASE("a cached page comes back as it was") {
  const CachedPage cached = example();
  const auto back = parse_cached_page(to_bytes(cached));
  REQUIRE(back);
  CHECK(back->page.files == cached.page.files);
  CHECK(back->page.status == "archived");
  CHECK(back->page.newer_version == "1.9");
  CHECK(back->page.other_files == 3);
  CHECK(back->page.notes == cached.page.notes);
  CHECK(back->page.unusable == cached.page.unusable);
  CHECK(back->page.sources == cached.page.sources);
  CHECK(back->etag == cached.etag);
  CHECK(back->last_modified == cached.last_modified);
  CHECK(back->fetched == cached.fetched);
  CHECK(back->max_age == cached.max_age);
}

TEST_CASE("a damaged cache entry is no entry") {
  const std::string text = to_bytes(example());
  for (std::size_t length = 0; length + 1 < text.size(); length += 7)
    CHECK_FALSE(parse_cached_page(text.substr(0, length)));
  CHECK_FALSE(parse_cached_page(std::string(text.size(), '\0')));
  CHECK_FALSE(parse_cached_page("kenv page 9" + text.substr(11)));
  CHECK_FALSE(parse_cached_page("kenv page 2\n\nend\n"));
  for (std::size_t at = 0; at < text.size(); ++at) {  // lengths that lead anywhere
    std::string spoiled = text;
    spoiled[at] = '\xff';
    (void)parse_cached_page(spoiled);
  }
}

TEST_CASE("how long a page is fresh") {
  const std::int64_t now = 784'111'777 + 1000;  // 1000 s after the example date
  using Headers = std::map<std::string, std::string>;
  CHECK(freshness_seconds(Headers{{"cache-control", "max-age=30, public"}}, now) == 30);
  CHECK(freshness_seconds(Headers{{"cache-control", "public, Max-Age=99999999"}}, now) == 86'400);
  CHECK(freshness_seconds(Headers{{"cache-control", "max-age=30, no-cache"}}, now) == 0);
  CHECK(freshness_seconds(Headers{{"cache-control", "no-store"}}, now) == 0);
  CHECK(freshness_seconds(Headers{{"last-modified", "Sun, 06 Nov 1994 08:49:37 GMT"}}, now) == 0);
  CHECK(freshness_seconds(Headers{{"etag", "\"1\""}}, now) == 0);
  CHECK(freshness_seconds(Headers{{"etag", "\"1\""}, {"cache-control", "max-age=30"}}, now) == 30);
  CHECK(freshness_seconds(Headers{{"last-modified", "nonsense"}}, now) == 600);
  CHECK(freshness_seconds({}, now) == 600);
  CachedPage page;
  page.fetched = 100;
  page.max_age = 10;
  CHECK(page.is_fresh(109));
  CHECK_FALSE(page.is_fresh(110));
  CHECK_FALSE(page.is_fresh(50));  // the clock was set back
}

TEST_CASE("METADATA that has the digest that a page states is known wherever that digest is stated") {
  io::TemporaryDirectory folder;
  const Cache cache(folder.path() / "cache");
  const std::string text = "Name: demo\nVersion: 1.0\n\nlong description";
  python::ProjectFile here, elsewhere;
  here.url = "https://h/demo-1.0-py3-none-any.whl";
  elsewhere.url = "https://mirror/demo-1.0-py3-none-any.whl";
  here.metadata_sha256 = elsewhere.metadata_sha256 = sha256(text);
  cache.keep_metadata(here, text);
  CHECK(cache.metadata(elsewhere) == "Name: demo\nVersion: 1.0\n\n");
  elsewhere.metadata_sha256 = sha256("other");
  cache.keep_metadata(elsewhere, text);
  CHECK_FALSE(cache.metadata(elsewhere));
}

TEST_CASE("METADATA is kept without its description, by the wheel and not by its name") {
  io::TemporaryDirectory folder;
  const Cache cache(folder.path() / "cache");
  python::ProjectFile file;
  file.filename = "demo-1.0-py3-none-any.whl";
  file.url = "https://h/demo-1.0-py3-none-any.whl";
  CHECK_FALSE(cache.metadata(file));
  cache.keep_metadata(file, "Name: demo\nVersion: 1.0\n\nlong description");
  CHECK(cache.metadata(file) == "Name: demo\nVersion: 1.0\n\n");
  file.sha256 = sha256("other bytes");
  CHECK_FALSE(cache.metadata(file));
}

TEST_CASE("a cache that cannot be written is as good as none") {
  io::TemporaryDirectory folder;
  io::write_text(folder.path() / "cache", "a file where a folder should be");
  const Cache cache(folder.path() / "cache");
  cache.keep("https://h/simple/demo/", example());
  CHECK_FALSE(cache.page("https://h/simple/demo/"));
}
