// SPDX-License-Identifier: Apache-2.0
#include "python/requirements_file.hpp"

#include "support/catch.hpp"

using namespace kenv;
using namespace kenv::python;

namespace {

const std::string kDigest(64, 'a'), kOtherDigest(64, 'b');

std::optional<std::string> variable(std::string_view name) {
  if (name == "TOKEN") return "s3cret";
  if (name == "NAME") return "numpy";
  if (name == "EMPTY") return "";
  return std::nullopt;
}

RequirementsFile parse_file(std::string_view text) { return parse_requirements_file(text, "r.txt", variable); }

/// "line:column requirement {digests}" for each requirement.
std::vector<std::string> shown_file(std::string_view text) {
  const auto file = parse_file(text);
  std::vector<std::string> out;
  for (const auto& one : file.requirements) {
    std::string line =
        std::to_string(one.where.line) + ":" + std::to_string(one.where.column) + " " + one.requirement.to_text();
    for (const auto& digest : one.hashes) line += " {" + digest.hex.substr(0, 2) + "}";
    out.push_back(line);
  }
  for (const auto& problem : file.problems) out.push_back("PROBLEM " + problem.text());
  return out;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("a requirements file holds what pip reads in it") {
  const std::vector<std::pair<std::string, Lines>> table = {
      {"", {}},
      {"\n  \n# comment\n   # indented\n", {}},
      {"numpy", {"1:1 numpy"}},
      {"  numpy>=2 # why", {"1:3 numpy>=2"}},
      {"numpy#no-comment",
       {"PROBLEM r.txt:1:6: expected a version specifier such as >=1.0, \";\" or the end at column 6 of "
        "\"numpy#no-comment\""}},
      {"a\r\nb\rc", {"1:1 a", "2:1 b", "3:1 c"}},
      {"numpy \\\n  >=2,\\\n<3\nb", {"1:1 numpy>=2,<3", "4:1 b"}},
      {"numpy \\\n# ends it\n>=2", {"1:1 numpy", "PROBLEM r.txt:3:1: expected a project name at column 1 of \">=2\""}},
      {"numpy # a \\\nb", {"1:1 numpy"}},  // the continuation is part of the comment
      {"last\\", {"1:1 last"}},
      {"A.B_c[X,y_z] >= 1 ; python_version >= '3.8'", {"1:1 a-b-c[x,y-z]>=1; python_version >= \"3.8\""}},
      {"${NAME}>=2", {"1:1 numpy>=2"}},
      {"a; os_name=='-r' or os_name == 'b -c'",
       {
           "1:1 a; os_name == \"-r\" or os_name == \"b -c\"",
       }},
      {"a==1 --hash=sha256:" + kDigest, {"1:1 a==1 {aa}"}},
      {"a==1 \\\n  --hash=sha256:" + kDigest + " \\\n  --hash sha256:" + kOtherDigest, {"1:1 a==1 {aa} {bb}"}},
      {"a==1 --hash=sha512:" + std::string(128, 'c') + " --hash=sha256:" + kDigest, {"1:1 a==1 {cc} {aa}"}},
      {"a==1 --hash=SHA3_512:" + std::string(128, 'C') + " --hash=blake2s:" + kOtherDigest, {"1:1 a==1 {cc} {bb}"}},
      {"a --config-settings=x=y", {"1:1 a"}},
  };
  for (const auto& [text, expected] : table) {
    INFO(text);
    CHECK(shown_file(text) == expected);
  }
}

TEST_CASE("wheels are named by path and address") {
  const std::string wheel = "Foo_Bar-1.0-py3-none-any.whl", name = "foo-bar @ ";
  const std::vector<std::pair<std::string, Lines>> table = {
      {"./" + wheel, {"1:1 " + name + "./" + wheel}},
      {wheel, {"1:1 " + name + wheel}},
      {"wheels/" + wheel + "[x] ; os_name == 'posix'",
       {"1:1 foo-bar[x] @ wheels/" + wheel + " ; os_name == \"posix\""}},
      {"file:///a%20b/" + wheel, {"1:1 " + name + "file:///a%20b/" + wheel}},
      {"https://h/x/foo_bar-1.0%2Bcu130-py3-none-any.whl#sha256=" + kDigest,
       {"1:1 " + name + "https://h/x/foo_bar-1.0%2Bcu130-py3-none-any.whl {aa}"}},
      {"foo.bar[x] @ https://h/" + wheel + "?q=1#sha256=" + kDigest + "&egg=foo",
       {"1:1 foo-bar[x] @ https://h/" + wheel + "?q=1 {aa}"}},
      {"foo-bar@file:///" + wheel + " ; os_name == 'posix'",
       {"1:1 " + name + "file:///" + wheel + " ; os_name == \"posix\""}},
      {"https://h/" + wheel + " --hash=sha256:" + kOtherDigest, {"1:1 " + name + "https://h/" + wheel + " {bb}"}},
      {"other @ https://h/" + wheel,
       {"PROBLEM r.txt:1:1: \"Foo_Bar-1.0-py3-none-any.whl\" is a wheel of foo-bar, not of other"}},
  };
  for (const auto& [text, expected] : table) {
    INFO(text);
    CHECK(shown_file(text) == expected);
  }
}

TEST_CASE("nested files and options are read in every spelling that pip takes") {
  for (const auto* text : {"-r base.txt", "-rbase.txt", "--requirement base.txt", "--requirement=base.txt",
                           "--requirem base.txt", "-r 'base.txt'", "-r base\\.txt"}) {
    INFO(text);
    const auto file = parse_file(text);
    REQUIRE(file.nested.size() == 1);
    CHECK(file.nested.front().path == "base.txt");
    CHECK_FALSE(file.nested.front().constraint);
    CHECK(file.nested.front().where == Position{"r.txt", 1, 1});
  }
  CHECK(parse_file("-c bounds.txt").nested.front().constraint);
  const auto file = parse_file(
      "-i https://u:${TOKEN}@h/simple --extra-index-url=https://more\n--no-index\n-f ./wheels\n"
      "--trusted-host h:8080\n--pre\n--require-hashes\n--only-binary=:all: --prefer-binary --no-binary :none:\n");
  CHECK(file.problems.empty());
  std::vector<std::pair<RequirementsOption, std::string>> found;
  for (const auto& option : file.options) found.emplace_back(option.option, option.value);
  using Option = RequirementsOption;
  CHECK(found == decltype(found){{Option::IndexUrl, "https://u:s3cret@h/simple"},
                                 {Option::ExtraIndexUrl, "https://more"},
                                 {Option::NoIndex, ""},
                                 {Option::FindLinks, "./wheels"},
                                 {Option::TrustedHost, "h:8080"},
                                 {Option::Pre, ""},
                                 {Option::RequireHashes, ""}});
}

TEST_CASE("a line that cannot be read is named with its place and what was expected") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"a\nnumpy>=", "r.txt:2:"},
      {"numpy[a", "r.txt:1:8: expected \",\" or \"]\""},
      {"numpy; python_verson > '3'", "r.txt:1:"},
      {"--requirment x", "r.txt:1:1: \"--requirment\" is no option of a requirements file"},
      {"--no", "r.txt:1:1: \"--no\" may be --no-index or --no-binary"},
      {"-z", "r.txt:1:1: \"-z\" is no option of a requirements file"},
      {"-r", "r.txt:1:1: expected a value after -r"},
      {"-r a.txt b.txt", "r.txt:1:10: expected an option, found \"b.txt\""},
      {"--pre=yes", "r.txt:1:1: --pre takes no value, found \"yes\""},
      {"-r 'base.txt", "r.txt:1:4: this quote is not closed"},
      {"numpy -r base.txt", "r.txt:1:7: -r \"base.txt\" may not stand behind a requirement"},
      {"--hash=sha256:" + kDigest, "r.txt:1:1: --hash \"sha256:aaaa"},
      {"a==1 \\\n --hash=sha256:abc", "r.txt:2:9: a digest of sha256 has 64 hexadecimal digits, found \"abc\""},
      {"a==1 --hash=md5:abc", "r.txt:1:13: \"md5\" is not an algorithm that vouches for a file"},
      {"a==1 --hash=" + kDigest, "r.txt:1:13: expected ALGORITHM:DIGEST"},
      {"a==1 --hash=sha1:" + std::string(40, 'c'),
       "r.txt:1:13: \"sha1\" is not an algorithm that vouches for a file; these are: sha224, sha256,"},
      {"a==1 --hash=sha512:" + kDigest, "r.txt:1:13: a digest of sha512 has 128 hexadecimal digits"},
      {"https://h/a-1.0-py3-none-any.whl#md5=00", "r.txt:1:1: \"md5\" is not an algorithm that vouches for a file"},
      {"https://h/a-1.0-py3-none-any.whl#sha256=" + kDigest + "&sha512=00", "r.txt:1:1: a digest of sha512 has 128"},
      {"https://u:${TOKEN}@h/x.whl", "r.txt:1:1: \"x.whl\" is not the name of a wheel"},
  };
  for (const auto& [text, expected] : table) {
    INFO(text);
    const auto file = parse_file(text);
    REQUIRE_FALSE(file.problems.empty());
    const std::string found = file.problems.front().text();
    INFO(found);
    CHECK(found.starts_with(expected));
    CHECK(found.find("s3cret") == std::string::npos);
  }
}

TEST_CASE("what kenv cannot do is a sentence with a way out, not a parse error") {
  const std::vector<std::pair<std::string, std::string>> table = {
      {"-e .", "is an editable installation"},
      {"--editable=git+https://h/r#egg=x", "is an editable installation"},
      {"git+https://u:${TOKEN}@h/r.git@main#egg=x", "is a repository"},
      {"x @ git+ssh://git@h/r", "is a repository"},
      {"./x-1.0.tar.gz", "is a source distribution"},
      {"x @ https://h/x-1.0.zip", "is a source distribution"},
      {".", "is not a wheel"},
      {"./project", "is not a wheel"},
      {"--no-binary :all:", "asks for a build from source"},
  };
  for (const auto& [text, expected] : table) {
    INFO(text);
    const auto file = parse_file(text);
    REQUIRE(file.problems.size() == 1);
    CHECK(file.problems.front().message.find(expected) != std::string::npos);
    CHECK(file.problems.front().message.find("s3cret") == std::string::npos);
    CHECK_FALSE(file.problems.front().hint.empty());
  }
  for (const auto* text : {"--use-feature=x", "--only-final :all:", "a --global-option=--x", "--config-settings=a=b"}) {
    INFO(text);
    CHECK(parse_file(text).problems.empty());
    CHECK(parse_file(text).notes.size() == 1);
  }
}

TEST_CASE("variables are upper case in braces, and stay as written where none is set") {
  CHECK(shown_file("a; os_name == '${EMPTY}${UNSET}$NAME${lower}'") ==
        Lines{"1:1 a; os_name == \"${EMPTY}${UNSET}$NAME${lower}\""});
  // What follows a variable is still found at its own place.
  CHECK(parse_file("${NAME}>=2 --bad").problems.front().where == Position{"r.txt", 1, 12});
}

TEST_CASE("a line that cannot be read for want of a variable says which one is not set") {
  const auto file = parse_file("idna==${UNSET}\n${EMPTY}==${TOKEN}\nok==${TOKEN}x\n-r ${UNSET}/x.txt\n");
  REQUIRE(file.problems.size() >= 2);
  CHECK_THAT(file.problems[0].text(),
             Catch::StartsWith("r.txt:1:") && Catch::Contains("the variable UNSET is not set"));
  CHECK(file.problems[0].hint == "set it: UNSET=... kenv ...");
  CHECK_THAT(file.problems[1].text(),
             Catch::StartsWith("r.txt:2:") && Catch::Contains("the variable EMPTY is not set"));
  for (std::size_t i = 2; i < file.problems.size(); ++i)
    CHECK(file.problems[i].message.find("is not set") == std::string::npos);
  CHECK(file.nested.front().path == "${UNSET}/x.txt");
}

TEST_CASE("a path to a wheel may hold blanks, and what has an address is no path") {
  const auto placed = parse_placed_requirement("w \u00fcnd/beta-2.0-py3-none-any.whl[x]; os_name == 'posix'");
  REQUIRE(placed);
  CHECK(placed->requirement.name.text() == "beta");
  CHECK(placed->requirement.url == "w \u00fcnd/beta-2.0-py3-none-any.whl");
  CHECK(placed->requirement.extras == std::set<std::string>{"x"});
  CHECK(parse_placed_requirement("beta @ https://h/w/beta-2.0-py3-none-any.whl").value().requirement.url ==
        "https://h/w/beta-2.0-py3-none-any.whl");
  CHECK_FALSE(parse_placed_requirement("beta >= 2/1"));
}

TEST_CASE("constraints only bound") {
  CHECK(why_no_constraint(*Requirement::parse("a<2; os_name == 'posix'")).empty());
  CHECK_FALSE(why_no_constraint(*Requirement::parse("a[x]<2")).empty());
  CHECK(why_no_constraint(*Requirement::parse("a @ https://h/a-1-py3-none-any.whl")).empty());
}
