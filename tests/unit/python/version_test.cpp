// SPDX-License-Identifier: Apache-2.0
#include "python/version.hpp"

#include "support/catch.hpp"

using kenv::python::Version;

namespace {
Version version(std::string_view text) { return Version::parse(text).value(); }
}  // namespace

TEST_CASE("every spelling that PEP 440 normalises is read and written in the normal form") {
  const std::pair<const char*, const char*> table[] = {
      {"1.0", "1.0"},
      {"v1.0", "1.0"},
      {" 1.0\t\n", "1.0"},
      {"01.02", "1.2"},
      {"1.0A1", "1.0a1"},
      {"1.0-alpha.1", "1.0a1"},
      {"1.0_beta", "1.0b0"},
      {"1.0c3", "1.0rc3"},
      {"1.0preview", "1.0rc0"},
      {"1.0pre1", "1.0rc1"},
      {"1.0-1", "1.0.post1"},
      {"1.0rev2", "1.0.post2"},
      {"1.0.r", "1.0.post0"},
      {"1.0dev", "1.0.dev0"},
      {"0!1.0", "1.0"},
      {"2!1.0", "2!1.0"},
      {"1.0+Cu_128-x", "1.0+cu.128.x"},
      {"1.0+007", "1.0+7"},
      {"1.0+0a7", "1.0+0a7"},
      {"2.8.0+cu128", "2.8.0+cu128"},
      {"1.0.post1.dev2+l", "1.0.post1.dev2+l"},
      {"2.13.0.dev20260516", "2.13.0.dev20260516"},
  };
  for (const auto& [spelling, normal] : table) {
    INFO(spelling);
    const auto parsed = Version::parse(spelling);
    REQUIRE(parsed);
    CHECK(parsed->text() == normal);
  }
}

TEST_CASE("what PEP 440 does not define is refused") {
  for (const char* damaged : {"", " ", "v", "1.", "1.0-", "1.0+", "1.0+a..b", "1.0+a+b", "1 .0", "1.0x", "!1", "1!",
                              "1.*", "1.0.0-test7", "latest"}) {
    INFO(damaged);
    CHECK(!Version::parse(damaged));
  }
  CHECK(!Version::parse(std::string_view("1.0\0", 4)));
  CHECK(!Version::parse("\xff\xfe"));
}

TEST_CASE("versions stand in the order of PEP 440") {
  const std::vector<const char*> ascending = {"1.dev0",
                                              "1.0.dev456",
                                              "1.0a1.dev1",
                                              "1.0a1",
                                              "1.0a1.post1",
                                              "1.0a2.dev456",
                                              "1.0a12",
                                              "1.0b1.dev456",
                                              "1.0b2",
                                              "1.0b2.post345.dev456",
                                              "1.0b2.post345",
                                              "1.0rc1.dev456",
                                              "1.0rc1",
                                              "1.0",
                                              "1.0+abc.5",
                                              "1.0+abc.7",
                                              "1.0+abc.7.x",
                                              "1.0+5",
                                              "1.0+5.a",
                                              "1.0+5.0",
                                              "1.0+10",
                                              "1.0.post456.dev34",
                                              "1.0.post456",
                                              "1.0.1",
                                              "1.1.dev1",
                                              "1.2",
                                              "1.10",
                                              "20230101120000123456789",
                                              "20230101120000123456790",
                                              "1!0.1"};
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      INFO(ascending[i] << " against " << ascending[j]);
      CHECK((version(ascending[i]) <=> version(ascending[j])) == (i <=> j));
    }
  }
}

TEST_CASE("zeros at the end of a release make no difference") {
  CHECK(version("2.7") == version("2.7.0"));
  CHECK(version("2.7+cpu") != version("2.7.0"));
  CHECK(version("2.7").release_at(5) == 0);
}

TEST_CASE("the local part can be asked for and taken away") {
  const Version torch = version("2.8.0+cu128");
  CHECK(torch.local_text() == "cu128");
  CHECK(torch.public_text() == "2.8.0");
  CHECK(torch.without_local() == version("2.8.0"));
}

TEST_CASE("development versions and candidates are pre-releases, post-releases are not") {
  for (const char* early : {"1.0.dev1", "1.0a1", "1.0rc1", "1.0.post1.dev1"}) CHECK(version(early).is_prerelease());
  for (const char* final : {"1.0", "1.0.post1", "1.0+dev"}) CHECK(!version(final).is_prerelease());
}
