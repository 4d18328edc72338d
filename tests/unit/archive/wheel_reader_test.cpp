// SPDX-License-Identifier: Apache-2.0
#include "archive/wheel_reader.hpp"

#include "archive/member_source.hpp"
#include "archive/wheel_checks.hpp"
#include "base/error.hpp"
#include "support/catch.hpp"
#include "support/wheel_builder.hpp"

using namespace kenv;
using test::WheelBuilder;
using test::ZipBuilder;
using test::ZipEntry;

namespace {

std::string noise(std::size_t size) {
  std::string out;
  std::uint32_t state = 1;
  while (out.size() < size) {
    state = state * 1664525 + 1013904223;
    out += static_cast<char>(state >> 24);
    if (state % 7 == 0) out += "a run of text that can be compressed";
  }
  return out;
}

struct Opened {
  explicit Opened(const std::string& bytes) { io::write_text(folder.path() / "demo-1.0-py3-none-any.whl", bytes); }
  io::TemporaryDirectory folder;
  archive::WheelReader reader() const { return archive::WheelReader(folder.path() / "demo-1.0-py3-none-any.whl"); }
};

std::string code_of(const WheelBuilder& builder, archive::RecordDigests digests) {
  const io::TemporaryDirectory folder;
  const archive::WheelReader wheel(builder.write(folder.path()));
  try {
    archive::verify_identity(wheel, *python::WheelName::parse(wheel.file_name()));
    archive::verify_record(wheel, digests);
    return {};
  } catch (const Error& error) {
    return error.code();
  }
}

}  // namespace

TEST_CASE("Members of every lawful form are read") {
  const std::string large = noise(3'000'000);
  ZipBuilder zip;
  const auto add = [&](std::string name, const std::string& content, auto set) {
    ZipEntry entry;
    entry.name = std::move(name);
    entry.content = content;
    set(entry);
    zip.add(std::move(entry));
  };
  add("deflated", large, [](ZipEntry&) {});
  add("stored", large, [](ZipEntry& entry) { entry.deflated = false; });
  add("empty", "", [](ZipEntry& entry) { entry.deflated = false; });
  add("empty-deflated", "", [](ZipEntry&) {});
  add("described", large, [](ZipEntry& entry) { entry.descriptor = true; });
  add("described-bare", "x", [](ZipEntry& entry) { entry.descriptor = true, entry.descriptor_signature = false; });
  add("described-wide", "x", [](ZipEntry& entry) { entry.descriptor = entry.zip64 = true, entry.version_needed = 45; });
  add("wide", large, [](ZipEntry& entry) { entry.zip64 = true, entry.version_needed = 45; });
  add("idle-zip64-block", "as wheels over 4 GB have it", [](ZipEntry& entry) { entry.idle_local_zip64 = true; });
  add("folder/", "", [](ZipEntry& entry) { entry.deflated = false, entry.mode = 0040755; });
  add("folder/" + std::string(250, 'n') + "/" + std::string(250, 'm'), "long name", [](ZipEntry&) {});
  zip.zip64_end = true;
  zip.comment = "a comment";

  const Opened file(zip.bytes());
  const auto reader = file.reader();
  REQUIRE(reader.members().size() == 11);
  for (const std::string name : {"deflated", "stored", "described", "wide"})
    CHECK(reader.read(*reader.find(name)) == large);
  CHECK(reader.read(*reader.find("empty")).empty());
  CHECK(reader.read(*reader.find("empty-deflated")).empty());
  CHECK(reader.read(*reader.find("described-bare")) == "x");
  CHECK(reader.read(*reader.find("described-wide")) == "x");
  CHECK(reader.find("folder/")->is_directory());
  CHECK(reader.find("absent") == nullptr);
  CHECK_THROWS_AS(reader.read(*reader.find("deflated"), 1000), Error);
}

TEST_CASE("An empty archive has no members") {
  const Opened file(ZipBuilder().bytes());
  CHECK(file.reader().members().empty());
}

TEST_CASE("The modes of unpacked files are pip's: only the x bit of regular files counts") {
  archive::Member member;
  member.mode = 0100755;
  CHECK(member.permissions() == 0755);
  member.mode = 0100100;
  CHECK(member.permissions() == 0755);
  member.mode = 0104755;
  CHECK(member.permissions() == 0755);
  member.mode = 0100644;
  CHECK(member.permissions() == 0644);
  member.mode = 0755;  // no kind: nobody said that it is a regular file
  CHECK(member.permissions() == 0644);
}

TEST_CASE("A member can be read at any place without unpacking the wheel") {
  const std::string content = noise(2'000'000);
  ZipBuilder zip;
  ZipEntry stored;
  stored.name = "stored.so";
  stored.content = content;
  stored.deflated = false;
  const Opened file(zip.add("deflated.so", content).add(stored).bytes());
  const auto reader = file.reader();
  for (const std::string name : {"deflated.so", "stored.so"}) {
    const archive::MemberSource source(reader, *reader.find(name));
    REQUIRE(source.size() == content.size());
    std::string piece(1000, '\0');
    const auto out = std::as_writable_bytes(std::span(piece.data(), piece.size()));
    for (const std::size_t at : {content.size() - 1000, std::size_t{0}, std::size_t{1'234'567}}) {
      REQUIRE(source.read(at, out));
      CHECK(piece == content.substr(at, 1000));
    }
    CHECK_FALSE(source.read(content.size() - 999, out));
    CHECK_FALSE(source.read(~std::uint64_t{0}, out));
  }
}

TEST_CASE("A wheel's own statements are read") {
  WheelBuilder builder;
  builder.purelib = false;
  builder.file("demo/__init__.py", "x = 1\n").more_metadata = "Requires-Dist: numpy>=2\n";
  const Opened file(builder.bytes());
  const auto reader = file.reader();
  CHECK(reader.dist_info() == "demo-1.0.dist-info");
  CHECK_FALSE(reader.wheel().root_is_purelib);
  CHECK(reader.metadata().name.text() == "demo");
  CHECK(reader.metadata().requires_dist.size() == 1);
  CHECK(reader.record().size() == 4);
}

TEST_CASE("A wheel is accepted when its name, METADATA, WHEEL and RECORD agree with it") {
  WheelBuilder right;
  right.file("demo/__init__.py", "x = 1\n");
  CHECK(code_of(right, archive::RecordDigests::Verify).empty());
  WheelBuilder relabelled("demo", "1.0", "py3-none-manylinux_2_28_x86_64");
  relabelled.wheel_tag = "py3-none-linux_x86_64";
  CHECK(code_of(relabelled, archive::RecordDigests::Verify).empty());
}

TEST_CASE("A wheel whose file name says another project, version or Python than it does is refused") {
  WheelBuilder other_name;
  other_name.metadata_name = "other";
  CHECK(code_of(other_name, archive::RecordDigests::Skip) == "wheel-name-mismatch");
  WheelBuilder other_version;
  other_version.metadata_version = "2.0";
  CHECK(code_of(other_version, archive::RecordDigests::Skip) == "wheel-name-mismatch");
  WheelBuilder other_python("demo", "1.0", "cp312-cp312-any");
  other_python.wheel_tag = "cp311-cp311-any";
  CHECK(code_of(other_python, archive::RecordDigests::Skip) == "wheel-name-mismatch");
  WheelBuilder two_folders;
  two_folders.file("other-1.0.dist-info/METADATA", "Name: other\n");
  CHECK(code_of(two_folders, archive::RecordDigests::Skip) == "wheel-dist-info");
}

TEST_CASE("A RECORD that lists too much, too little or something else is refused") {
  const std::string rows = "demo-1.0.dist-info/METADATA,,\ndemo-1.0.dist-info/WHEEL,,\ndemo-1.0.dist-info/RECORD,,\n";
  const auto with_record = [](const std::string& record) {
    WheelBuilder builder;
    builder.file("demo.py", "x = 1\n");
    builder.record_in_place = record;
    return builder;
  };
  const std::string digest = "sha256=" + sha256("x = 1\n").base64url();
  const std::string wrong = "sha256=" + sha256("x = 2\n").base64url();
  using archive::RecordDigests;
  CHECK(code_of(with_record(rows), RecordDigests::Skip) == "wheel-record-mismatch");
  CHECK(code_of(with_record(rows + "demo.py,,\n"), RecordDigests::Skip).empty());
  CHECK(code_of(with_record(rows + "demo.py,,\nmore.py,,\n"), RecordDigests::Skip) == "wheel-record-mismatch");
  CHECK(code_of(with_record(rows + "demo.py,,\ndemo.py,,\n"), RecordDigests::Skip) == "wheel-record-mismatch");
  CHECK(code_of(with_record(rows + "demo.py," + digest + ",7\n"), RecordDigests::Skip) == "wheel-record-mismatch");
  CHECK(code_of(with_record(rows + "demo.py," + wrong + ",6\n"), RecordDigests::Skip).empty());
  CHECK(code_of(with_record(rows + "demo.py," + wrong + ",6\n"), RecordDigests::Verify) == "wheel-record-mismatch");
  WheelBuilder escaping;
  escaping.more_record = "../../../bin/python,,\n";
  CHECK(code_of(escaping, RecordDigests::Skip) == "wheel-record-mismatch");
}
