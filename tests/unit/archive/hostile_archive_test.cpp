// SPDX-License-Identifier: Apache-2.0
#include "archive/wheel_reader.hpp"
#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/zip_builder.hpp"

using namespace kenv;
using test::ZipBuilder;
using test::ZipEntry;

namespace {

ZipEntry plain(std::string name = "a.txt", std::string content = "content") {
  ZipEntry entry;
  entry.name = std::move(name);
  entry.content = std::move(content);
  return entry;
}

// The code with which the archive is refused when it is opened or one of its members is read; empty if it is not.
std::string refusal_of(const std::string& bytes) {
  const io::TemporaryDirectory folder;
  io::write_text(folder.path() / "test.whl", bytes);
  try {
    const archive::WheelReader reader(folder.path() / "test.whl");
    for (const auto& member : reader.members()) reader.read(member);
    return {};
  } catch (const Error& error) {
    CHECK(error.exit_code() == ExitCode::VerificationFailed);
    CHECK(std::string(error.what()).find("test.whl") != std::string::npos);
    return error.code();
  }
}

std::string refusal_of(ZipEntry entry) { return refusal_of(ZipBuilder().add(std::move(entry)).bytes()); }

}  // namespace

TEST_CASE("A member name that could leave its folder or mean another path is refused") {
  for (const std::string name : {"../evil", "a/../../evil", "/etc/passwd", "C:/evil", "a\\b", "a//b", "./a", "a/./b",
                                 "..", "", "a/", "b\nc", "x\x7f"}) {
    ZipEntry entry = plain(name);
    CAPTURE(name);
    CHECK_FALSE(refusal_of(entry).empty());
  }
  CHECK(refusal_of(plain(std::string("a\0b", 3))) == "wheel-unsafe-name");
  CHECK(refusal_of(plain("\xc3\xa9")) == "wheel-unsafe-name");  // not declared to be UTF-8
  ZipEntry declared = plain("\xc3\xa9");
  declared.flags = 1 << 11;
  CHECK(refusal_of(declared).empty());
  declared.name = "\xc3";
  CHECK(refusal_of(declared) == "wheel-unsafe-name");
  declared.name = "\xed\xa0\x80";  // half of a surrogate pair
  CHECK(refusal_of(declared) == "wheel-unsafe-name");
  declared.name = "a\xe2\x80\xaetxt";  // turns the text round
  CHECK(refusal_of(declared) == "wheel-unsafe-name");
}

TEST_CASE("Two members that would be one path are refused, also where case is ignored") {
  CHECK(refusal_of(ZipBuilder().add("a", "1").add("a", "1").bytes()) == "wheel-duplicate-name");
  CHECK(refusal_of(ZipBuilder().add("Dir/A", "1").add("dir/a", "2").bytes()) == "wheel-duplicate-name");
  CHECK(refusal_of(ZipBuilder().add("a", "1").add("a/b", "2").bytes()) == "wheel-duplicate-name");
  CHECK(refusal_of(ZipBuilder().add("a/b/c", "1").add("A/B", "2").bytes()) == "wheel-duplicate-name");
  CHECK(refusal_of(ZipBuilder().add("a/b", "1").add("a/c", "2").add("ab", "3").bytes()).empty());
}

TEST_CASE("Links, devices and folders disguised as files are refused") {
  for (const std::uint32_t mode : {0120777u, 0060644u, 0010644u, 0140755u, 0040755u}) {
    ZipEntry entry = plain();
    entry.mode = mode;
    CAPTURE(mode);
    CHECK(refusal_of(entry) == "wheel-special-file");
  }
  ZipEntry no_kind = plain();
  no_kind.mode = 0644;
  CHECK(refusal_of(no_kind).empty());
}

TEST_CASE("Encryption and unknown methods are refused") {
  ZipEntry entry = plain();
  for (const int bit : {0, 5, 6, 13}) {
    entry.flags = static_cast<std::uint16_t>(1u << bit);
    CHECK(refusal_of(entry) == "wheel-encrypted");
  }
  entry = plain();
  entry.method = std::uint16_t{12};
  CHECK(refusal_of(entry) == "wheel-method");
  entry = plain();
  entry.version_needed = 51;
  CHECK(refusal_of(entry) == "wheel-method");
}

TEST_CASE("A local header that contradicts the central directory is refused") {
  ZipEntry entry = plain();
  entry.local_name = "b.txt";
  CHECK(refusal_of(entry) == "wheel-header-mismatch");
  entry = plain();
  entry.local_method = std::uint16_t{0};
  CHECK(refusal_of(entry) == "wheel-header-mismatch");
  entry = plain();
  entry.local_crc = 1u;
  CHECK(refusal_of(entry) == "wheel-header-mismatch");
  entry = plain();
  entry.local_size = 99u;
  CHECK(refusal_of(entry) == "wheel-header-mismatch");
}

TEST_CASE("What the archive states about its content must be so") {
  ZipEntry entry = plain();
  entry.crc = 1u;
  CHECK(refusal_of(entry) == "wheel-member-crc");
  entry = plain();
  entry.size = 3u;
  CHECK(refusal_of(entry) == "wheel-member-size");
  entry.size = 30u;
  CHECK(refusal_of(entry) == "wheel-member-size");
  entry = plain();
  entry.data = "\x07garbage";
  CHECK(refusal_of(entry) == "wheel-member-data");
  entry = plain();
  entry.data = test::deflate(entry.content) + "more";
  CHECK(refusal_of(entry) == "wheel-member-data");
  entry = plain("a", std::string(100'000, 'x'));
  entry.data = test::deflate(entry.content).substr(0, 20);
  CHECK_FALSE(refusal_of(entry).empty());
  entry = plain();
  entry.size = std::uint64_t{1} << 40;  // a bomb that claims more than deflate can hold
  entry.zip64 = true;
  CHECK(refusal_of(entry) == "wheel-size");
}

TEST_CASE("Bytes that belong to no member are refused wherever they hide") {
  ZipEntry entry = plain();
  entry.gap_behind = "padding";
  CHECK(refusal_of(entry).empty());
  entry.gap_behind = "an entry PK\3\4 of another reader";
  CHECK(refusal_of(entry) == "wheel-hidden-data");
  entry.gap_behind = std::string(100'000, '\0');
  CHECK(refusal_of(entry) == "wheel-hidden-data");
  entry.gap_behind = "not its descriptor";
  entry.descriptor = true;
  CHECK(refusal_of(entry) == "wheel-hidden-data");
  ZipBuilder zip;
  zip.add("a", "1");
  ZipBuilder prefixed = zip;
  prefixed.prefix = "#!/bin/sh\n";
  CHECK(refusal_of(prefixed.bytes()).empty());
  prefixed.prefix = ZipBuilder().add("b", "1").bytes();
  CHECK(refusal_of(prefixed.bytes()) == "wheel-hidden-data");
  ZipBuilder tailed = zip;
  tailed.behind_everything = "tail";
  CHECK(refusal_of(tailed.bytes()) == "wheel-trailing-data");
  ZipBuilder behind = zip;
  behind.behind_directory = "between";
  CHECK(refusal_of(behind.bytes()) == "wheel-truncated");
  CHECK(refusal_of(zip.bytes() + zip.bytes()) != "");  // two archives in one file
  ZipBuilder second = zip;
  second.comment = ZipBuilder().bytes();  // an end record in the comment of another
  CHECK(refusal_of(second.bytes()) == "wheel-second-end-record");
}

TEST_CASE("Members that overlap are refused") {
  ZipBuilder zip;
  zip.add("a", "first");
  ZipEntry again = plain("b", "first");
  again.header_offset = 0u;
  again.local_name = "a";
  CHECK_FALSE(refusal_of(zip.add(again).bytes()).empty());
  ZipEntry longer = plain("a", "content");
  longer.deflated = false;
  longer.compressed_size = 60u;
  longer.size = 60u;
  CHECK(refusal_of(ZipBuilder().add(longer).add("b", "x").bytes()) == "wheel-overlap");
}

TEST_CASE("End records that lie are refused") {
  ZipBuilder zip;
  zip.add("a", "1");
  ZipBuilder lying = zip;
  lying.entries = 2;
  CHECK(refusal_of(lying.bytes()) == "wheel-truncated");
  lying = zip;
  lying.directory_offset = 1u << 30;
  CHECK(refusal_of(lying.bytes()) == "wheel-truncated");
  lying = zip;
  lying.zip64_end = true;
  lying.directory_size = ~std::uint64_t{0};
  CHECK(refusal_of(lying.bytes()) == "wheel-truncated");
  CHECK(refusal_of(std::string()) == "wheel-not-zip");
  CHECK(refusal_of(std::string("PK\5\6")) == "wheel-not-zip");
  CHECK(refusal_of(std::string(100'000, 'x')) == "wheel-not-zip");
}

TEST_CASE(
    "An archive cut off anywhere, or with any byte changed, is refused or read right, and never crashes the reader") {
  ZipBuilder zip;
  zip.add("a/b", "some content that is deflated, deflated, deflated").add("c", "");
  ZipEntry later = plain("d", "sizes behind");
  later.descriptor = true;
  const std::string whole = zip.add(later).bytes();
  REQUIRE(refusal_of(whole).empty());
  for (std::size_t length = 0; length < whole.size(); ++length)
    CHECK_FALSE(refusal_of(whole.substr(0, length)).empty());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const int flip : {0x01, 0x80, 0xff}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      refusal_of(changed);
    }
  }
}
