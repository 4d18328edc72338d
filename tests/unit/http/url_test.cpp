// SPDX-License-Identifier: Apache-2.0
#include "http/url.hpp"

#include "base/percent_code.hpp"

#include "support/catch.hpp"

using namespace kenv::http;

TEST_CASE("references are resolved as in RFC 3986, section 5.4") {
  const std::string base = "http://a/b/c/d;p?q";
  const std::pair<const char*, const char*> examples[] = {{"g:h", "g:h"},
                                                          {"g", "http://a/b/c/g"},
                                                          {"./g", "http://a/b/c/g"},
                                                          {"g/", "http://a/b/c/g/"},
                                                          {"/g", "http://a/g"},
                                                          {"//g", "http://g"},
                                                          {"?y", "http://a/b/c/d;p?y"},
                                                          {"g?y", "http://a/b/c/g?y"},
                                                          {"#s", "http://a/b/c/d;p?q#s"},
                                                          {"g#s", "http://a/b/c/g#s"},
                                                          {"g?y#s", "http://a/b/c/g?y#s"},
                                                          {";x", "http://a/b/c/;x"},
                                                          {"g;x", "http://a/b/c/g;x"},
                                                          {"", "http://a/b/c/d;p?q"},
                                                          {".", "http://a/b/c/"},
                                                          {"./", "http://a/b/c/"},
                                                          {"..", "http://a/b/"},
                                                          {"../", "http://a/b/"},
                                                          {"../g", "http://a/b/g"},
                                                          {"../..", "http://a/"},
                                                          {"../../", "http://a/"},
                                                          {"../../g", "http://a/g"},
                                                          {"../../../g", "http://a/g"},
                                                          {"/./g", "http://a/g"},
                                                          {"/../g", "http://a/g"},
                                                          {"g.", "http://a/b/c/g."},
                                                          {"..g", "http://a/b/c/..g"},
                                                          {"./../g", "http://a/b/g"},
                                                          {"./g/.", "http://a/b/c/g/"},
                                                          {"g/./h", "http://a/b/c/g/h"},
                                                          {"g/../h", "http://a/b/c/h"},
                                                          {"g?y/../x", "http://a/b/c/g?y/../x"}};
  for (const auto& [reference, expected] : examples) {
    CAPTURE(reference);
    CHECK(resolve_url(base, reference) == expected);
  }
  CHECK(resolve_url("https://host", "simple/") == "https://host/simple/");
}

TEST_CASE("credentials are found, and left out of what is shown") {
  const std::string url = "https://us%40er:p%3Ass@[::1]:8443/simple/?token=secret#part";
  CHECK(credentials_in(url) == Credentials{"us@er", "p:ss"});
  CHECK(without_credentials(url) == "https://[::1]:8443/simple/?token=secret#part");
  CHECK(shown(url) == "[::1]:8443/simple/");
  CHECK(origin_of(url) == "https://[::1]:8443");
  CHECK_FALSE(credentials_in("https://host/a@b"));
}

TEST_CASE("an origin has its port, whether written or not") {
  CHECK(origin_of("HTTPS://Host/x") == "https://host:443");
  CHECK(origin_of("http://host") == "http://host:80");
  CHECK(origin_of("http://host:8080/") == "http://host:8080");
  CHECK(origin_of("http://host/") != origin_of("https://host/"));
}

TEST_CASE("file names are decoded") {
  CHECK(file_name_in("https://h/whl/torch-2.8.0%2Bcu128-cp312-none-any.whl#sha256=00") ==
        "torch-2.8.0+cu128-cp312-none-any.whl");
  CHECK(file_name_in("https://h/a/b?download=c") == "b");
  CHECK(kenv::text::percent_decoded(percent_encoded_path("/a b/ü+#?%.whl")) == "/a b/ü+#?%.whl");
}

TEST_CASE("texts that are no URLs do no harm") {
  for (const char* text : {"", ":", "//", "://", "http:", "http://", "http://@", "http://[", "#", "?", "%",
                           "http://a:b:c@d:e:f/", "\xff\xfe"}) {
    CAPTURE(text);
    resolve_url(text, text);
    resolve_url("http://a/b", text);
    shown(text);
    origin_of(text);
    credentials_in(text);
    file_name_in(text);
  }
  SUCCEED();
}
