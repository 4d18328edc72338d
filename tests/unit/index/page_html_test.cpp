// SPDX-License-Identifier: Apache-2.0
#include "index/anchors.hpp"
#include "index/page.hpp"
#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::index;

namespace {

const std::string kShaA(64, 'a'), kShaB(64, 'b');

python::ProjectPage parsed_html(const std::string& body, const std::string& url = "https://h/whl/cu128/torch/") {
  auto page = parse_html_page(body, url);
  REQUIRE(page);
  return std::move(*page);
}

}  // namespace

TEST_CASE("an anchor with everything on it is read in full") {
  const auto page = parsed_html(
      "<!DOCTYPE html><html><body><a "
      "href=\"/whl/cu128/torch-2.8.0%2Bcu128-cp312-cp312-manylinux_2_28_x86_64.whl#sha256=" +
      kShaA + "\" data-requires-python=\"&gt;=3.9.0,&lt;4\" data-dist-info-metadata=\"sha256=" + kShaB +
      "\" data-core-metadata='sha256=" + kShaB + "' data-yanked=\"a &amp; b\">torch</a><br/></body></html>");
  REQUIRE(page.files.size() == 1);
  const auto& file = page.files[0];
  CHECK(file.filename == "torch-2.8.0+cu128-cp312-cp312-manylinux_2_28_x86_64.whl");
  CHECK(file.url == "https://h/whl/cu128/torch-2.8.0%2Bcu128-cp312-cp312-manylinux_2_28_x86_64.whl");
  CHECK(file.sha256->hex() == kShaA);
  CHECK(file.requires_python == ">=3.9.0,<4");
  CHECK(file.has_metadata);
  CHECK(file.metadata_sha256->hex() == kShaB);
  CHECK(file.yanked);
  CHECK(file.yanked_reason == "a & b");
}

TEST_CASE("anchors are found in whatever spelling") {
  const char* anchors[] = {
      "<a href=a-1-py3-none-any.whl>",
      "<A HREF='a-1-py3-none-any.whl'>",
      "<a\n class=x\n href = \"a-1-py3-none-any.whl\" >",
      "<a href=\"a-1-py3-none-any.whl\"/>",
      "<p>1 < 2 <a href=\"a-1-py3-none-any.whl\"",
      "<a download href=\"a-1-py3-none-any.whl\">",
      "<!-- > --><a href=\"a-1-py3-none-any.whl\">",
      "<HTML><HEAD><SCRIPT>x</div><a href='b-1-py3-none-any.whl'></SCRIPT></HEAD><a href=a-1-py3-none-any.whl>",
      "<script>if (a<b) \"<a href='b-1-py3-none-any.whl'>\"</script><a href=a-1-py3-none-any.whl>"};
  for (const char* anchor : anchors) {
    CAPTURE(anchor);
    const auto page = parsed_html(anchor);
    REQUIRE(page.files.size() == 1);
    CHECK(page.files[0].url == "https://h/whl/cu128/torch/a-1-py3-none-any.whl");
  }
}

TEST_CASE("what is in a comment, is no wheel or has no address is left out") {
  const auto page = parsed_html(
      "<html><!-- <a href=\"x-1-py3-none-any.whl\"> --><a name=\"x\">x</a><a href=\"../\">up</a><a "
      "href=\"a-1.tar.gz\">s</a>");
  CHECK(page.files.empty());
  CHECK(page.other_files == 2);
}

TEST_CASE("a base element moves relative addresses, and only the first counts") {
  const auto page = parsed_html("<base href=\"/files/\"><base href=\"/wrong/\"><a href=\"a-1-py3-none-any.whl\">");
  CHECK(page.files[0].url == "https://h/files/a-1-py3-none-any.whl");
}

TEST_CASE("METADATA can be denied, and the newer name wins") {
  CHECK_FALSE(
      parsed_html("<a href=\"a-1-py3-none-any.whl\" data-core-metadata=\"false\" data-dist-info-metadata=\"true\">")
          .files[0]
          .has_metadata);
  CHECK(parsed_html("<a href=\"a-1-py3-none-any.whl\" data-dist-info-metadata=\"true\">").files[0].has_metadata);
  CHECK_FALSE(parsed_html("<a href=\"a-1-py3-none-any.whl\">").files[0].has_metadata);
}

TEST_CASE("the version and the status of a page are heeded") {
  CHECK_FALSE(parse_html_page("<meta name=\"pypi:repository-version\" content=\"2.0\"><a href=x.whl>", "https://h/"));
  CHECK(parse_html_page("<meta name=\"pypi:repository-version\" content=\"1.3\">", "https://h/"));
  CHECK(parsed_html("<meta name=\"pypi:project-status\" content=\"archived\">").status == "archived");
}

TEST_CASE("a status has its reason, and a bad anchor is left out with a note") {
  const auto page = parsed_html(
      "<meta name=\"pypi:project-status\" content=\"deprecated\"><meta name=\"pypi:project-status-reason\" "
      "content=\"use b\"><a href=\"a-1-py3-none-any.whl#sha256=zz\">x</a><a href=\"ftp://h/a-2-py3-none-any.whl\">x</a>"
      "<a href=\"a-3-py3-none-any.whl#md5=zz\">x</a><a href=\"a-4-py3-none-any.whl\" "
      "data-core-metadata=\"sha256=zz\">");
  CHECK(page.status_reason == "use b");
  REQUIRE(page.files.size() == 2);
  CHECK(page.files[0].filename == "a-3-py3-none-any.whl");
  CHECK_FALSE(page.files[1].has_metadata);  // it is read from the wheel instead
  REQUIRE(page.notes.size() == 2);
  CHECK_THAT(page.notes[0], Catch::StartsWith("entry 1, a-1-py3-none-any.whl"));
}

TEST_CASE("a file at an address that there cannot be is left out, and the others stay") {
  for (const char* host : {"http://[::1/", "http:///", "https://h:70000/", "https://h:x/", "https://a b/",
                           "https://a]b/", "http://[]/", "https://user@/", "https://h<x>/"}) {
    CAPTURE(host);
    const auto page = parsed_html("<a href=\"" + std::string(host) +
                                  "a-1-py3-none-any.whl\">x</a><a "
                                  "href=a-2-py3-none-any.whl>y</a>");
    REQUIRE(page.files.size() == 1);
    CHECK(page.files[0].filename == "a-2-py3-none-any.whl");
    CHECK(page.unusable == std::vector<std::string>{"a-1-py3-none-any.whl"});
    REQUIRE(page.notes.size() == 1);
    CHECK_THAT(page.notes[0], Catch::Contains("names no host that there can be"));
  }
  for (const char* host :
       {"http://[::1]:8080/", "https://h:443/", "https://user@h/", "https://\xC3\xBC.example/", "https://h:/"}) {
    CAPTURE(host);
    CHECK(parsed_html("<a href=\"" + std::string(host) + "a-1-py3-none-any.whl\">x</a>").files.size() == 1);
  }
}

TEST_CASE("entities are undone, unknown ones stay") {
  CHECK(without_entities("&lt;&gt;&amp;&quot;&apos;&#39;&#x27;&#x20AC;") == "<>&\"'''\xE2\x82\xAC");
  CHECK(without_entities("a&b; &nosuch; &; & &#; &#x; &#0; &#xD800; &#99999999999;") ==
        "a&b; &nosuch; &; & &#; &#x; &#0; &#xD800; &#99999999999;");
}

TEST_CASE("no text makes the reader fall over") {
  for (const char* text : {"<", "<a", "<a ", "<a href", "<a href=", "<a href=\"", "<a href='x", "<!--", "<!-->",
                           "<script>", "</", "<a/=/=>", "<a =\"x\">", "<\xff>", "&#", "<base href>"}) {
    CAPTURE(text);
    (void)parse_html_page(text, "https://h/");
    (void)parse_html_page(text, text);
  }
  CHECK_FALSE(parse_html_page("no page at all", "https://h/"));
}

TEST_CASE("the kind of a page comes from its Content-Type") {
  CHECK(parse_page("{\"files\":[]}", "application/vnd.pypi.simple.v1+json; charset=utf-8", "https://h/"));
  CHECK(parse_page("<html>", "TEXT/HTML;charset=utf-8", "https://h/"));
  CHECK_FALSE(parse_page("{\"files\":[]}", "text/html", "https://h/"));
  const auto other = parse_page("x", "application/zip", "https://h/");
  REQUIRE_FALSE(other);
  CHECK_THAT(other.error().message, Catch::Contains("application/zip"));
}

TEST_CASE("what an HTML page says in its own words is one line that no terminal obeys") {
  const auto page = parsed_html(
      "<meta name=\"pypi:project-status\" content=\"archived\"><meta name=\"pypi:project-status-reason\" "
      "content=\"see \x1b[31mred&#10;error: pretended\"><a href=a-1-py3-none-any.whl "
      "data-yanked=\"bad &#27;]0;x&#7;\">x</a>");
  CHECK(page.status_reason == "see ?[31mred error: pretended");
  CHECK(page.files.at(0).yanked_reason == "bad ?]0;x?");
}
