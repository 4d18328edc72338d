// SPDX-License-Identifier: Apache-2.0
#include "archive/unpack_pool.hpp"

#include <atomic>

#include "base/error.hpp"
#include "io/tree.hpp"
#include "support/catch.hpp"
#include "support/wheel_builder.hpp"

using namespace kenv;
using test::WheelBuilder;
using test::ZipBuilder;
using test::ZipEntry;

namespace {

WheelBuilder large_wheel(const std::string& name) {
  WheelBuilder builder(name);
  for (int i = 0; i < 300; ++i) {
    builder.file(name + "/sub" + std::to_string(i % 7) + "/file" + std::to_string(i) + ".py",
                 "value = " + std::to_string(i) + "\n");
  }
  std::string large;
  for (int i = 0; large.size() < 5'000'000; ++i) large += std::to_string(i * 2654435761u);
  builder.file(name + "/lib" + name + ".so", large, 0100755).file(name + "/empty.py", "");
  return builder;
}

}  // namespace

TEST_CASE("A wheel is unpacked to what it holds, with the modes that pip gives") {
  const io::TemporaryDirectory folder;
  const auto path = large_wheel("demo").write(folder.path());
  std::atomic<std::uint64_t> progress{0};
  const auto unpacked = archive::unpack(path, folder.path() / "out", [&](std::uint64_t bytes) { progress += bytes; });

  const archive::WheelReader reader(path);
  CHECK(progress == reader.unpacked_size());
  std::size_t files = 0;
  for (const auto& entry : io::walk_tree(folder.path() / "out")) {
    if (entry.status.kind == io::FileKind::Directory) continue;
    ++files;
    const auto* member = reader.find(entry.path);
    REQUIRE(member != nullptr);
    CHECK(io::read_text(folder.path() / "out" / entry.path) == reader.read(*member));
    CHECK(((entry.status.mode & 0100) != 0) == (entry.path == "demo/libdemo.so"));
  }
  CHECK(files == reader.members().size());
  for (std::size_t i = 0; i < reader.members().size(); ++i) {
    const auto now = io::status(folder.path() / "out" / reader.members()[i].name);
    CHECK(now->inode == unpacked.files[i].inode);
    CHECK(now->modified_ns == unpacked.files[i].modified_ns);
    CHECK(now->size == unpacked.files[i].size);
  }
}

TEST_CASE("Several wheels share the workers and each is handed over when it is complete") {
  const io::TemporaryDirectory folder;
  std::atomic<int> complete{0};
  archive::UnpackPool pool({}, 3);
  for (const std::string name : {"one", "two", "three", "four"}) {
    const auto builder = large_wheel(name);
    pool.submit(builder.write(folder.path()), folder.path() / name, [&, name](archive::UnpackedWheel unpacked) {
      if (io::status(folder.path() / name / name / ("lib" + name + ".so"))->size >= 5'000'000 &&
          unpacked.directory == folder.path() / name) {
        ++complete;
      }
    });
  }
  pool.wait();
  CHECK(complete == 4);
}

TEST_CASE("A damaged member stops the work: its wheel is not handed over and the fault is thrown") {
  const io::TemporaryDirectory folder;
  ZipEntry bad;
  bad.name = "bad.py";
  bad.content = "content";
  bad.crc = 1u;
  io::write_text(folder.path() / "bad.whl", ZipBuilder().add("good.py", "x").add(bad).bytes());
  bool handed_over = false;
  archive::UnpackPool pool;
  pool.submit(folder.path() / "bad.whl", folder.path() / "out", [&](archive::UnpackedWheel) { handed_over = true; });
  try {
    pool.wait();
    FAIL("nothing was thrown");
  } catch (const Error& error) {
    CHECK(error.code() == "wheel-member-crc");
    CHECK(std::string(error.what()).find("bad.py") != std::string::npos);
  }
  CHECK_FALSE(handed_over);
}

TEST_CASE("What a callback throws is thrown to the one who waits") {
  const io::TemporaryDirectory folder;
  archive::UnpackPool pool;
  pool.submit(WheelBuilder().write(folder.path()), folder.path() / "out",
              [](archive::UnpackedWheel) { throw Error(ExitCode::Failed, "from-callback", "no"); });
  CHECK_THROWS_AS(pool.wait(), Error);
}

TEST_CASE("A pool that nobody waits for can be dropped") {
  const io::TemporaryDirectory folder;
  const auto path = large_wheel("demo").write(folder.path());
  archive::UnpackPool pool;
  for (int i = 0; i < 4; ++i) pool.submit(path, folder.path() / std::to_string(i), [](archive::UnpackedWheel) {});
}

TEST_CASE("Nothing is written over: a file that is there already stops the work") {
  const io::TemporaryDirectory folder;
  const auto path = WheelBuilder().file("demo.py", "new").write(folder.path());
  io::make_directories(folder.path() / "out");
  io::symlink("/nowhere/to/be/written", folder.path() / "out/demo.py");
  CHECK_THROWS_AS(archive::unpack(path, folder.path() / "out"), io::FileError);
}
