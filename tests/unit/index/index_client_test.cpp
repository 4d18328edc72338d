// SPDX-License-Identifier: Apache-2.0
#include "unit/index/client_fixture.hpp"

using namespace kenv;
using namespace kenv::index;
using namespace kenv::index::test_support;
using test::BadServer;
using test::http_answer;
using test::RawAnswer;

TEST_CASE_METHOD(Fixture, "a real server's pages mean the same as JSON, as HTML, and compressed") {
  publish();
  const test::Nginx server(served, {.gzip = true});
  settings.default_index.value = server.url() + "/simple";
  const auto json = page_of(page("demo"));
  REQUIRE(json.files.size() == 2);
  CHECK(json.index == "pypi");
  CHECK(json.name == name("demo"));
  CHECK(json.files[0].sha256 == demo("1.0").digest());
  CHECK(json.files[1].filename == "demo-1.1+cu1-py3-none-any.whl");
  CHECK(json.files[1].url == server.url() + "/wheels/demo-1.1%2Bcu1-py3-none-any.whl");
  CHECK(json.files[0].requires_python == ">=3.8");

  io::remove_file(served / "simple/demo/index.json");
  const test::Nginx html_server(served, {.in_server = "rewrite ^(/simple/.*/)$ $1index.html;"});
  settings.default_index.value = html_server.url() + "/simple";
  auto html = page_of(page("demo"));
  REQUIRE(html.files.size() == 2);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(html.files[i].filename == json.files[i].filename);
    CHECK(html.files[i].sha256 == json.files[i].sha256);
    CHECK(html.files[i].metadata_sha256 == json.files[i].metadata_sha256);
    CHECK(html.files[i].requires_python == json.files[i].requires_python);
  }
}

TEST_CASE_METHOD(Fixture, "a project that the index does not know has an empty page; 410 says so too") {
  publish();
  const test::Nginx server(served, {.in_server = "location /simple/gone/ { return 410; }"});
  settings.default_index.value = server.url() + "/simple";
  for (const char* project : {"absent", "gone"}) CHECK(page_of(page(project)).files.empty());
}

TEST_CASE_METHOD(Fixture, "a page is used unasked while it is fresh, then asked for with its ETag") {
  publish();
  const test::Nginx server(served, {.in_server = "add_header Cache-Control max-age=100;"});
  settings.default_index.value = server.url() + "/simple";
  page("demo");
  now += 99;
  CHECK(page_of(page("demo")).files.size() == 2);
  CHECK(count(server.requests(), "/simple/demo/") == 1);
  now += 1;
  CHECK(page_of(page("demo")).files.size() == 2);
  CHECK(count(server.requests(), " 304 ") == 1);
  now += 99;  // the answer made it fresh again
  page("demo");
  CHECK(count(server.requests(), "/simple/demo/") == 2);

  demo("2.0").write(wheels);
  publish();
  now += 1000;
  CHECK(page_of(page("demo")).files.size() == 3);
}

TEST_CASE_METHOD(Fixture, "offline, what is in the cache answers whatever its age, and the rest is unreachable") {
  publish();
  {
    const test::Nginx server(served);
    settings.default_index.value = server.url() + "/simple";
    metadata_of(metadata(page_of(page("demo")).files[0]));
    page("absent");
  }
  now += 100'000'000;
  settings.offline = {true, "--offline"};
  const auto cached = page_of(page("demo"));
  CHECK(cached.files.size() == 2);
  CHECK(metadata_of(metadata(cached.files[0])).version.text() == "1.0");
  for (const std::string& reason :
       {std::get<Unreachable>(page("never-asked")).reason, std::get<Unreachable>(metadata(cached.files[1])).reason})
    CHECK_THAT(reason, Catch::Contains("--offline"));
}

TEST_CASE_METHOD(Fixture,
                 "offline, what an index did not have long ago is no fact, and what it has not just now is one") {
  publish();
  {
    const test::Nginx server(served);
    settings.default_index.value = server.url() + "/simple";
    page("absent");
  }
  settings.offline = {true, "--offline"};
  http::Client client(quick(settings));
  IndexClient index_client(settings, client, cache, reporter, [this] { return now; });
  const PageRequest request{"pypi", "", name("absent")};
  CHECK(page_of(index_client.pages(std::span(&request, 1)).front()).files.empty());
  CHECK(index_client.doubts().empty());
  now += 61;
  CHECK(page_of(index_client.pages(std::span(&request, 1)).front()).files.empty());
  REQUIRE(index_client.doubts().contains("absent"));
  CHECK(index_client.doubts().at("absent").index == "pypi");
  CHECK_THAT(index_client.doubts().at("absent").reason, Catch::Contains("absent") && Catch::Contains("--offline"));
}

TEST_CASE_METHOD(Fixture, "an index that fails is an answer that says why") {
  settings.default_index.value = "http://127.0.0.1:" + std::to_string(test::free_port()) + "/simple";
  const auto nobody = std::get<Unreachable>(page("demo"));
  CHECK(nobody.index == "pypi");
  CHECK_FALSE(nobody.hint.empty());

  struct Row {
    std::string answer;
    const char* said;
  };
  const Row rows[] = {{http_answer("401 No", ""), "401"},
                      {http_answer("500 Broken", ""), "500"},
                      {http_answer("200 OK", "{", "Content-Type: application/json\r\n"), "JSON"},
                      {http_answer("200 OK", "x", "Content-Type: image/png\r\n"), "image/png"}};
  for (const auto& row : rows) {
    const BadServer server([&](int, const std::string&) { return RawAnswer{row.answer}; });
    settings.default_index.value = server.url("/simple");
    const auto failed = std::get<Unreachable>(page("demo"));
    CHECK_THAT(failed.reason, Catch::Contains(row.said));
    CHECK(count(failed.reason, "/simple/demo/") == 1);  // the address, said once
  }
  settings.default_index.value = "";
  CHECK_THAT(std::get<Unreachable>(page("demo")).hint, Catch::Contains("--index"));
  settings.framework_indexes["minigpu"] = {"http://127.0.0.1:" + std::to_string(test::free_port()), "test"};
  CHECK_THAT(std::get<Unreachable>(page("demo", "minigpu")).hint,
             Catch::Contains("check the network") && Catch::Contains("--framework-index minigpu=URL"));
  settings.framework_indexes.clear();
  CHECK_THAT(std::get<Unreachable>(page("demo", "minigpu")).hint, Catch::Contains("--framework-index minigpu="));
}

TEST_CASE_METHOD(Fixture, "a framework index is asked below its variant") {
  publish();
  io::make_directories(served / "whl");
  io::rename(served / "simple", served / "whl/cu128");
  const test::Nginx server(served, {.in_server = "location /whl/ { index $page; }"});
  settings.framework_indexes["pytorch"] = {server.url() + "/whl", "test"};
  const auto answer = page_of(page("demo", "pytorch", "cu128"));
  CHECK(answer.index == "pytorch");
  CHECK(answer.files.size() == 2);
  CHECK(page_of(page("demo", "pytorch", "cu999")).files.empty());
}

TEST_CASE_METHOD(Fixture, "an index may be a folder, with pages or with plain wheels") {
  publish();
  settings.default_index.value = file_url(served / "simple");
  const auto with_pages = page_of(page("demo"));
  REQUIRE(with_pages.files.size() == 2);
  CHECK(with_pages.files[1].sha256 == demo("1.1+cu1").digest());
  CHECK(local_path(with_pages.files[1].url) == fs::path(served / "wheels" / "demo-1.1+cu1-py3-none-any.whl"));
  CHECK(metadata_of(metadata(with_pages.files[1])).version.text() == "1.1+cu1");

  io::make_directories(folder.path() / "plain/demo");
  demo("3.0").write(folder.path() / "plain/demo");
  settings.default_index.value = (folder.path() / "plain").string();
  CHECK(page_of(page("demo")).files.size() == 1);
  CHECK(page_of(page("absent")).files.empty());
  settings.default_index.value = "/nowhere/at/all";
  CHECK(std::get<Unreachable>(page("demo")).code == "index-unreachable");
}

TEST_CASE_METHOD(Fixture, "--find-links is a source of its own, for what it lists") {
  const fs::path links = folder.path() / "links";
  io::make_directories(links);
  demo("1.0").write(links);
  demo("9.0").write(links);
  test::WheelBuilder("demo_more", "1.0").write(links);
  test::WheelBuilder("Other.Name", "1.0").write(links);
  io::write_text(links / "notes.txt", "no wheel");
  settings.find_links = {{links.string(), "--find-links"}};

  SECTION("a folder") {
    CHECK(linked() == std::set{name("demo"), name("demo-more"), name("other-name")});
    const auto answer = page_of(page("demo", kFindLinks));
    REQUIRE(answer.files.size() == 2);
    CHECK(answer.index == kFindLinks);
    CHECK(local_path(answer.files[0].url) == links / "demo-1.0-py3-none-any.whl");
    CHECK(answer.files[0].size == demo("1.0").bytes().size());
    CHECK(metadata_of(metadata(answer.files[1])).version.text() == "9.0");
    CHECK(page_of(page("absent", kFindLinks)).files.empty());
  }
  SECTION("a file whose name is none of a wheel binds nothing") {
    io::write_text(links / "spare-1.0-py3-none-any (1).whl", "no wheel");
    io::write_text(links / "spare-1.0.whl", "no wheel");
    CHECK(linked() == std::set{name("demo"), name("demo-more"), name("other-name")});
  }
  SECTION("what lies there as a source only is not bound to it, and known as such") {
    io::write_text(links / "demo-9.5.tar.gz", "no wheel");
    io::write_text(links / "only-source-1.0.zip", "no wheel");
    CHECK(linked() == std::set{name("demo"), name("demo-more"), name("other-name")});
    CHECK(page_of(page("demo", kFindLinks)).sources == std::vector<std::string>{"demo-9.5.tar.gz"});
    const auto answer = page_of(page("only-source", kFindLinks));
    CHECK(answer.files.empty());
    CHECK(answer.sources == std::vector<std::string>{"only-source-1.0.zip"});
    CHECK(answer.other_files == 1);
    CHECK(page_of(page("only", kFindLinks)).other_files == 0);
  }
  SECTION("a wheel that cannot be used binds its package all the same: nobody on an index may step in") {
    io::write_text(
        links / "flat.html",
        "<a href=\"spare-1.0-py3-none-any.whl#sha256=none\">x</a><a href=\"demo-1.0-py3-none-any.whl\">y</a>");
    settings.find_links = {{(links / "flat.html").string(), "--find-links"}};
    CHECK(linked() == std::set{name("demo"), name("spare")});
    CHECK(page_of(page("spare", kFindLinks)).files.empty());
    REQUIRE_FALSE(reporter.notes.empty());
    CHECK_THAT(reporter.notes[0], Catch::Contains("flat.html: entry 1, spare-1.0-py3-none-any.whl, cannot be used"));
    io::write_text(links / "variant-1.0-py3-none-any-x86_64_v3.whl", "a wheel variant (PEP 825)");
    settings.find_links = {{links.string(), "--find-links"}};
    CHECK(linked().contains(name("variant")));
  }
  SECTION("the default index lists what it lists, and no more") {
    publish();
    const test::Nginx server(served);
    settings.default_index.value = server.url() + "/simple";
    const auto answer = page_of(page("demo"));
    CHECK(answer.files.size() == 2);
    for (const auto& file : answer.files) CHECK_FALSE(local_path(file.url));
  }
  SECTION("a flat page on a server, and one in a file; of two files with one name the first counts") {
    publish();
    io::write_text(
        served / "flat.html",
        "<a href=\"wheels/demo-1.0-py3-none-any.whl\">x</a><a href=\"wheels/only_there-1.0-py3-none-any.whl\">y</a>");
    const test::Nginx server(served);
    settings.find_links = {{server.url() + "/flat.html", "--find-links"}, {links.string(), "--find-links"}};
    CHECK(linked().contains(name("only-there")));
    const auto answer = page_of(page("demo", kFindLinks));
    REQUIRE(answer.files.size() == 2);
    CHECK(answer.files[0].url == server.url() + "/wheels/demo-1.0-py3-none-any.whl");
    settings.find_links = {{(served / "flat.html").string(), "--find-links"}};
    CHECK(page_of(page("demo", kFindLinks)).files.size() == 1);
  }
  SECTION("a place that is not there stops who named it, not who only has it in pip's configuration") {
    settings.find_links = {{"/nowhere/at/all", "--find-links"}};
    CHECK_THROWS_WITH(linked(), Catch::Contains("/nowhere/at/all"));
    settings.find_links = {{"/nowhere/at/all", "PIP_FIND_LINKS"}};
    CHECK(linked().empty());
    settings.find_links = {{"http://127.0.0.1:" + std::to_string(test::free_port()) + "/x.html", "PIP_FIND_LINKS"}};
    CHECK_THROWS_WITH(linked(), Catch::Contains("no connection"));
  }
}

TEST_CASE_METHOD(Fixture, "METADATA is fetched beside the wheel, checked, and kept") {
  publish();
  const test::Nginx server(served);
  settings.default_index.value = server.url() + "/simple";
  const auto file = page_of(page("demo")).files[0];
  const auto first = metadata_of(metadata(file));
  CHECK(first.name == name("demo"));
  REQUIRE(first.requires_dist.size() == 1);
  CHECK(first.requires_dist[0].name == name("other"));
  metadata_of(metadata(file));
  CHECK(count(server.requests(), ".whl.metadata") == 1);
  CHECK(count(server.requests(), ".whl 2") == 0);
}

TEST_CASE_METHOD(Fixture, "what one index says of a wheel is never taken for what another one says of it") {
  publish();
  const fs::path evil = folder.path() / "evil";
  io::make_directories(evil / "wheels");
  demo("1.0").write(evil / "wheels");
  const std::string file_name = "demo-1.0-py3-none-any.whl",
                    text = "Metadata-Version: 2.1\nName: demo\nVersion: 1.0\nRequires-Dist: attacker\n";
  io::write_text(evil / "wheels" / (file_name + ".metadata"), text);
  const test::Nginx good_server(served), evil_server(evil);
  const bool with_digest = GENERATE(true, false);
  python::ProjectFile lie;
  lie.filename = file_name;
  lie.url = evil_server.url() + "/wheels/" + file_name;
  lie.sha256 = demo("1.0").digest();
  lie.has_metadata = true;
  if (with_digest) lie.metadata_sha256 = sha256(text);
  CHECK(metadata_of(metadata(lie)).requires_dist.at(0).name == name("attacker"));

  settings.default_index.value = good_server.url() + "/simple";
  auto genuine = page_of(page("demo")).files[0];
  REQUIRE(genuine.sha256 == lie.sha256);
  CHECK(metadata_of(metadata(genuine)).requires_dist.at(0).name == name("other"));
  genuine.metadata_sha256.reset();
  CHECK(metadata_of(metadata(genuine)).requires_dist.at(0).name == name("other"));
}

TEST_CASE_METHOD(Fixture, "METADATA of a file without any digest is asked for again: it may be another file by now") {
  io::make_directories(served);
  demo("1.0").write(served);
  const test::Nginx server(served);
  python::ProjectFile file;
  file.filename = "demo-1.0-py3-none-any.whl";
  file.url = server.url() + "/" + file.filename;
  CHECK(metadata_of(metadata(file)).requires_dist.at(0).name == name("other"));
  auto changed = demo("1.0");
  changed.more_metadata = "Requires-Dist: another\n";
  changed.write(served);
  CHECK(metadata_of(metadata(file)).requires_dist.at(0).name == name("another"));
  settings.offline = {true, "--offline"};
  CHECK(metadata_of(metadata(file)).requires_dist.at(0).name == name("another"));
}

TEST_CASE_METHOD(Fixture, "METADATA that does not fit its digest is read from the wheel instead") {
  publish();
  const fs::path beside = served / "wheels/demo-1.0-py3-none-any.whl.metadata";
  io::write_text(beside, "Metadata-Version: 2.1\nName: demo\nVersion: 66.6\n");
  const test::Nginx server(served);
  settings.default_index.value = server.url() + "/simple";
  const auto file = page_of(page("demo")).files[0];
  CHECK(metadata_of(metadata(file)).version.text() == "1.0");
  REQUIRE(reporter.notes.size() == 1);
  CHECK_THAT(reporter.notes[0], Catch::Contains("promised"));
  io::remove_file(beside);
  CHECK(metadata_of(metadata(file)).version.text() == "1.0");
}

TEST_CASE_METHOD(Fixture, "from a large wheel without METADATA beside it only pieces are fetched") {
  test::WheelBuilder large("large", "1.0");
  large.more_metadata = "Requires-Dist: other>=1\n";
  for (int i = 0; i < 6000; ++i) {  // a table of contents of 600 kB, as torch's
    test::ZipEntry entry;
    large.file("large/some/long/folder/name/for/a/header/file_number_" + std::to_string(i) + ".h",
               std::string(1000, static_cast<char>('a' + i % 26)) + std::to_string(i * 7919));
  }
  large.write(wheels);
  publish();
  const std::size_t size = large.bytes().size();
  const bool ranges = GENERATE(true, false);
  const bool size_known = GENERATE(true, false);
  CAPTURE(ranges, size_known);
  const test::Nginx server(served, {.ranges = ranges});
  settings.default_index.value = server.url() + "/simple";
  auto file = page_of(page("large")).files[0];
  file.has_metadata = false;
  file.metadata_sha256.reset();
  file.sha256.reset();
  if (!size_known) file.size.reset();
  const auto found = metadata_of(metadata(file));
  CHECK(found.requires_dist.size() == 1);
  if (!ranges) return;
  const std::string log = server.requests();
  CHECK(count(log, " 206 ") >= 2);
  CHECK(count(log, ".whl 200 ") == 0);
  CHECK(size > 1'000'000);
}

TEST_CASE_METHOD(Fixture, "what is no wheel, or another project's, is unusable with a reason") {
  io::make_directories(served / "w");
  io::write_text(served / "w/broken-1.0-py3-none-any.whl", std::string(5000, 'x'));
  test::WheelBuilder liar("liar", "1.0");
  liar.metadata_name = "somebody-else";
  liar.write(served / "w");
  const test::Nginx server(served);
  for (const char* filename : {"broken-1.0-py3-none-any.whl", "liar-1.0-py3-none-any.whl"}) {
    python::ProjectFile file;
    file.filename = filename;
    file.url = server.url() + "/w/" + filename;
    CHECK_THAT(std::get<UnusableMetadata>(metadata(file)).reason, Catch::Contains(filename));
  }
  python::ProjectFile unreachable;
  unreachable.filename = "demo-1.0-py3-none-any.whl";
  unreachable.url = "http://127.0.0.1:" + std::to_string(test::free_port()) + "/demo-1.0-py3-none-any.whl";
  CHECK(std::holds_alternative<Unreachable>(metadata(unreachable)));
}

TEST_CASE_METHOD(Fixture,
                 "an index behind a password is read with the credentials of its address, which appear nowhere else") {
  publish();
  const test::Nginx server(served, {.user_password = "user:geheim"});
  std::string url = server.url() + "/simple";
  settings.default_index.value = url;
  CHECK_THAT(std::get<Unreachable>(page("demo")).reason, Catch::Contains("401"));

  url.insert(7, "user:geheim@");
  SettingsOverrides overrides;
  overrides.index = url;
  settings = read_settings(
      {}, [](const fs::path&) { return std::nullopt; }, overrides);
  http::ClientOptions options = settings.client_options();
  http::Client client(options);
  IndexClient index_client(settings, client, cache, reporter);
  const PageRequest request{"pypi", "", name("demo")};
  const auto answer = page_of(index_client.pages(std::span(&request, 1)).front());
  REQUIRE(answer.files.size() == 2);
  CHECK(answer.files[0].url.find("geheim") == std::string::npos);
  const MetadataRequest metadata_request{"pypi", answer.files[0]};
  metadata_of(index_client.metadata(std::span(&metadata_request, 1)).front());
}

TEST_CASE_METHOD(Fixture,
                 "the size of a file whose page states none is what its server says, and is kept by its digest") {
  io::make_directories(served);
  const auto path = demo("1.0").write(served);
  const std::uint64_t size = demo("1.0").bytes().size();
  std::vector<python::ProjectFile> files(4);
  {
    const test::Nginx server(served);
    files[0].url = files[1].url = server.url() + "/" + path.filename().string();
    files[1].sha256 = demo("1.0").digest();
    files[2].url = server.url() + "/absent-1.0-py3-none-any.whl";
    files[3].url = file_url(path);
    http::Client client(quick(settings));
    IndexClient online(settings, client, cache, reporter, [this] { return now; });
    CHECK(online.sizes(files) == std::vector<std::optional<std::uint64_t>>{size, size, std::nullopt, size});
    CHECK(count(server.requests(), "HEAD /") == 3);
    CHECK(count(server.requests(), "GET /") == 0);
  }
  settings.offline = {true, "--offline"};
  http::Client client(quick(settings));
  IndexClient offline(settings, client, cache, reporter, [this] { return now; });
  CHECK(offline.sizes(files) == std::vector<std::optional<std::uint64_t>>{std::nullopt, size, std::nullopt, size});
}
