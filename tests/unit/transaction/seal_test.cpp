// SPDX-License-Identifier: Apache-2.0
#include "transaction/seal.hpp"

#include "support/catch.hpp"
#include "transaction/seal_text.hpp"

using namespace kenv;
using namespace kenv::transaction;
using io::FileKind;

namespace {

const Sha256Digest kWheel = sha256("a wheel");

Seal example() {
  Seal seal;
  seal.root_mode = 0750;
  seal.entries = {
      {"bin", FileKind::Directory, 0755, 0, 0, "", {}},
      {"bin/python", FileKind::Symlink, 0, 0, 0, "/usr/bin/python3\twith tab", {}},
      {"bin/tool", FileKind::Regular, 0755, 12, -5, "", KeptFile{"0a1b-c-1f", false}},
      {"lib", FileKind::Directory, 0700, 0, 0, "", {}},
      {"lib/a\nb\\c ü.py", FileKind::Regular, 0644, 3, 1'700'000'000'123'456'789, "",
       store::StoreMember{kWheel, "pkg/a\nb.py"}},
      {"lib/z.so", FileKind::Regular, 0755, 5'000'000'000, 0, "", KeptFile{"ff-1-2", true}},
  };
  return seal;
}

std::string with_body(const std::string& body) {
  return "kenv-seal 1\nroot\t755\nwheel\t" + kWheel.hex() + "\n" + body;
}

}  // namespace

TEST_CASE("a seal survives being written and read, whatever the names", "[seal]") {
  const auto read = parse_seal(to_text(example()));
  REQUIRE(read.has_value());
  CHECK(*read == example());
  CHECK(parse_seal(to_text(Seal{}))->entries.empty());
}

TEST_CASE("a path of a seal is found", "[seal]") {
  const Seal seal = example();
  REQUIRE(seal.find("bin/tool") != nullptr);
  CHECK(seal.find("bin/tool")->size == 12);
  CHECK(seal.find("bin/too") == nullptr);
  CHECK(seal.find("zzz") == nullptr);
  CHECK(seal.bytes() == 5'000'000'015);
}

TEST_CASE("a seal that this kenv could not have written is refused", "[seal][hostile]") {
  struct Case {
    const char* why;
    std::string text;
  };
  const Case cases[] = {
      {"nothing at all", ""},
      {"another format", "kenv-seal 2\nroot\t755\nend\t0\n"},
      {"no root", "kenv-seal 1\nend\t0\n"},
      {"cut off before the end", with_body("d\t755\tbin\n")},
      {"cut off in a line", with_body("d\t755\tbin\nend\t1")},
      {"a count that does not fit", with_body("d\t755\tbin\nend\t2\n")},
      {"text after the end", with_body("end\t0\nd\t755\tbin\n")},
      {"an absolute path", with_body("d\t755\t/etc\nend\t1\n")},
      {"a way out", with_body("l\tx\t../x\nend\t1\n")},
      {"a way out in the middle", with_body("d\t755\ta\nl\tx\ta/../../x\nend\t2\n")},
      {"an escaped way out", with_body("l\tx\t\\x2e./x\nend\t1\n")},
      {"an empty name", with_body("d\t755\ta\nd\t755\ta//b\nend\t2\n")},
      {"NUL in a path", with_body("l\tx\ta\\x00b\nend\t1\n")},
      {"a broken escape", with_body("l\tx\ta\\xg0\nend\t1\n")},
      {"an escape at the end", with_body("l\tx\ta\\x0\nend\t1\n")},
      {"a file below a link", with_body("l\t/etc\ta\nf\t644\t1\t1\tk\tab\ta/passwd\nend\t2\n")},
      {"a file below a file", with_body("f\t644\t1\t1\tk\tab\ta\nf\t644\t1\t1\tk\tab\ta/b\nend\t2\n")},
      {"a file in no folder", with_body("f\t644\t1\t1\tk\tab\ta/b\nend\t1\n")},
      {"a path twice", with_body("d\t755\ta\nd\t755\ta\nend\t2\n")},
      {"no order", with_body("d\t755\tb\nd\t755\ta\nend\t2\n")},
      {"a kept file elsewhere", with_body("f\t644\t1\t1\tk\t../../x\ta\nend\t1\n")},
      {"a member elsewhere", with_body("f\t644\t1\t1\tw0\t../x\ta\nend\t1\n")},
      {"a wheel that is not listed", with_body("f\t644\t1\t1\tw1\tx\ta\nend\t1\n")},
      {"an unknown origin", with_body("f\t644\t1\t1\tq\tx\ta\nend\t1\n")},
      {"an unknown kind", with_body("p\t644\ta\nend\t1\n")},
      {"a mode that is none", with_body("d\t999\ta\nend\t1\n")},
      {"a mode too large", with_body("d\t17777\ta\nend\t1\n")},
      {"a size that is none", with_body("f\t644\t-1\t1\tk\tab\ta\nend\t1\n")},
      {"a size too large", with_body("f\t644\t99999999999999999999\t1\tk\tab\ta\nend\t1\n")},
      {"too many fields", with_body("d\t755\ta\tb\tc\td\te\tf\tg\th\nend\t1\n")},
      {"too few fields", with_body("f\t644\ta\nend\t1\n")},
      {"a wheel with no digest", "kenv-seal 1\nroot\t755\nwheel\tabc\nend\t0\n"},
      {"a link that leads nowhere", with_body("l\t\ta\nend\t1\n")},
  };
  for (const auto& each : cases) {
    INFO(each.why);
    CHECK_FALSE(parse_seal(each.text).has_value());
  }
}

TEST_CASE("every prefix of a seal is refused, so a torn one is noticed", "[seal][hostile]") {
  const std::string text = to_text(example());
  for (std::size_t length = 0; length < text.size(); ++length)
    CHECK_FALSE(parse_seal(text.substr(0, length)).has_value());
}

TEST_CASE("inner paths are relative and made of names", "[seal]") {
  for (const char* good : {"a", "a/b", "...", "a/.b", "a b"}) CHECK(is_inner_path(good));
  for (const char* bad : {"", "/", "/a", "a/", "a//b", ".", "..", "a/..", "../a", "a/./b"})
    CHECK_FALSE(is_inner_path(bad));
}
