// SPDX-License-Identifier: Apache-2.0
#include "change/direct_url.hpp"
#include "support/catch.hpp"

using namespace kenv;
using change::DirectUrl;
using change::read_direct_url;

namespace {

const std::string kFileDigest(64, 'a');

std::string wheel_at(const std::string& url,
                     const std::string& archive = R"({"hashes":{"sha256":")" + kFileDigest + R"("}})") {
  return R"({"url":")" + url + R"(","archive_info":)" + archive + "}";
}

}  // namespace

TEST_CASE("the address of a wheel comes without the password that other tools may have left in it") {
  const auto direct =
      read_direct_url(wheel_at("https://user:s3cret@host/f/foo-1.0-py3-none-any.whl#sha256=" + kFileDigest));
  REQUIRE(direct);
  CHECK(direct->url == "https://host/f/foo-1.0-py3-none-any.whl");
  CHECK(direct->filename == "foo-1.0-py3-none-any.whl");
  CHECK(direct->digests.sha256->hex() == kFileDigest);
  CHECK(direct->is_wheel());
}

TEST_CASE("a wheel is called by its file name, whatever its address adds to that") {
  const char* rows[] = {"https://host/foo-1.0%2Bcu128-py3-none-any.whl",
                        "https://host/foo-1.0+cu128-py3-none-any.whl?sig=abc/def"};
  for (const char* url : rows) {
    const auto direct = read_direct_url(wheel_at(url));
    REQUIRE(direct);
    CHECK(direct->filename == "foo-1.0+cu128-py3-none-any.whl");
    CHECK(direct->is_wheel());
  }
}

TEST_CASE("a digest is known in both spellings that were in use") {
  CHECK(read_direct_url(wheel_at("file:///a.whl", R"({"hash":"sha256=)" + kFileDigest + R"("})"))
            ->digests.sha256->hex() == kFileDigest);
  CHECK_FALSE(read_direct_url(wheel_at("file:///a.whl", R"({"hash":"md5=1"})"))->digests.sha256);
  CHECK_FALSE(read_direct_url(wheel_at("file:///a.whl", "{}"))->digests.sha256);
}

TEST_CASE("digests of other algorithms count too, and those that vouch for nothing do not") {
  const std::string long_digest(128, 'b');
  const auto direct =
      read_direct_url(wheel_at("file:///a.whl", R"({"hashes":{"md5":"00","sha512":")" + long_digest + R"("}})"));
  CHECK_FALSE(direct->digests.sha256);
  REQUIRE(direct->digests.others.size() == 1);
  CHECK(direct->digests.others[0].hex == long_digest);
}

TEST_CASE("repositories, folders and sources are told from wheels") {
  CHECK(read_direct_url(R"({"url":"https://host/x.git","vcs_info":{"vcs":"git"}})")->kind ==
        DirectUrl::Kind::Repository);
  CHECK(read_direct_url(R"({"url":"file:///x","dir_info":{}})")->kind == DirectUrl::Kind::Folder);
  CHECK_FALSE(read_direct_url(wheel_at("https://host/foo-1.0.tar.gz"))->is_wheel());
}

TEST_CASE("what is not of the specified form is nothing, and never an accident") {
  const char* rows[] = {"",
                        "{",
                        "[]",
                        "5",
                        R"({"url":5,"archive_info":{}})",
                        R"({"archive_info":{}})",
                        R"({"url":"https://host/a.whl"})"};
  for (const char* text : rows) {
    CAPTURE(text);
    CHECK_FALSE(read_direct_url(text));
  }
  for (const char* archive : {"7", R"({"hashes":7})", R"({"hashes":{"sha256":7}})", R"({"hash":7})"}) {
    CAPTURE(archive);
    CHECK_FALSE(read_direct_url(wheel_at("https://host/a.whl", archive))->digests.sha256);
  }
}
