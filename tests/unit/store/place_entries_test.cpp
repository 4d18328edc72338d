// SPDX-License-Identifier: Apache-2.0
#include "store/place_entries.hpp"

#include "base/error.hpp"
#include "io/files.hpp"
#include "io/tree.hpp"
#include "support/catch.hpp"
#include "support/wheel_builder.hpp"

using namespace kenv;
using store::LinkMode;
using store::TreeEntry;

namespace {

struct PlaceScene {
  io::TemporaryDirectory folder;
  report::SilentReporter reporter;
  store::Store store{folder.path() / "store", reporter};
  std::shared_ptr<const store::StoredWheel> wheel;
  std::vector<TreeEntry> entries;
  io::fs::path root = folder.path() / "environment";

  PlaceScene() {
    test::WheelBuilder builder;
    for (int i = 0; i < 200; ++i) {
      const std::string number = std::to_string(i);
      builder.file("demo/sub" + std::to_string(i % 9) + "/f" + number + ".py", "value = " + number + "\n");
    }
    builder.file("demo/tool", "#!/bin/sh\n", 0100755);
    wheel = store.add(builder.write(folder.path()), builder.digest(), {builder.file_name(), "", ""});
    for (const auto& member : wheel->members) {
      entries.push_back({"lib/" + member.path, member.mode, store::StoreMember{wheel->digest, member.path}});
    }
    entries.push_back({"bin/demo", 0755, store::Generated{"#!/usr/bin/python\n"}});
    entries.push_back({"lib64", 0777, store::LinkTo{"lib"}});
    entries.push_back({"share/empty", 0755, store::DirectoryHere{}});
  }
  store::PlaceResult place(std::optional<LinkMode> mode = {}) {
    store::PlaceOptions options;
    options.mode = mode;
    return place_entries(store, entries, root, options);
  }
};

}  // namespace

TEST_CASE("A tree is made of store files, generated files, links and folders, whatever the mode") {
  for (const auto mode :
       {std::optional<LinkMode>(), std::optional(LinkMode::Hardlink), std::optional(LinkMode::Copy)}) {
    PlaceScene scene;
    const auto result = scene.place(mode);
    CHECK(result.files == scene.entries.size() - 1);
    CHECK(result.bytes_linked + result.bytes_copied == scene.wheel->size() + std::string("#!/usr/bin/python\n").size());
    if (mode) CHECK(result.mode == *mode);
    for (const auto& member : scene.wheel->members) {
      const auto placed = io::status(scene.root / "lib" / member.path);
      REQUIRE(placed);
      CHECK(io::read_text(scene.root / "lib" / member.path) == io::read_text(scene.wheel->tree / member.path));
      CHECK(placed->mode == member.mode);
      if (result.mode == LinkMode::Hardlink) CHECK(placed->inode == member.inode);
      if (result.mode == LinkMode::Copy) CHECK(placed->inode != member.inode);
    }
    CHECK(io::read_text(scene.root / "bin/demo") == "#!/usr/bin/python\n");
    CHECK((io::status(scene.root / "bin/demo")->mode & 0100) != 0);
    CHECK(io::read_link(scene.root / "lib64") == "lib");
    CHECK(io::is_directory(scene.root / "share/empty"));
  }
}

TEST_CASE("A tree can be placed many times, since linking does not change a file's signature") {
  PlaceScene scene;
  scene.place();
  scene.root = scene.folder.path() / "second";
  scene.place();
  CHECK(io::exists(scene.root / "lib/demo/tool"));
}

TEST_CASE("A store file that was edited, replaced or removed is not linked, and is named") {
  PlaceScene scene;
  const std::string victim = "demo/sub3/f12.py";
  const auto path = scene.wheel->tree / victim;
  SECTION("edited in place to the same size") { io::write_text(path, "value = 99\n"); }
  SECTION("replaced by an equal file") {
    const std::string text = io::read_text(path);
    io::remove_file(path);
    io::write_text(path, text);
  }
  SECTION("removed") { io::remove_file(path); }
  SECTION("replaced by a link") {
    io::rename(path, scene.folder.path() / "elsewhere");
    io::symlink(scene.folder.path() / "elsewhere", path);
  }
  try {
    scene.place();
    FAIL("it was placed");
  } catch (const store::StoreObjectChanged& error) {
    CHECK(error.code() == "store-object-changed");
    CHECK(error.exit_code() == ExitCode::VerificationFailed);
    CHECK(error.digest() == scene.wheel->digest);
    CHECK(error.member() == victim);
    CHECK(std::string(error.what()).find(victim) != std::string::npos);
    CHECK_FALSE(error.hint().empty());
  }
  CHECK_FALSE(io::exists(scene.root / "lib" / victim));
}

TEST_CASE("A file whose x bit must differ from the store's gets its own copy, and the store's mode stays") {
  PlaceScene scene;
  for (auto& entry : scene.entries) {
    if (entry.path == "lib/demo/sub0/f0.py") entry.mode = 0755;
  }
  scene.place(LinkMode::Hardlink);
  CHECK((io::status(scene.root / "lib/demo/sub0/f0.py")->mode & 0111) != 0);
  CHECK((io::status(scene.wheel->tree / "demo/sub0/f0.py")->mode & 0111) == 0);
}

TEST_CASE("An environment on another file system gets copies") {
  const io::fs::path memory = "/dev/shm";
  PlaceScene scene;
  if (!io::is_directory(memory) || io::status(memory)->device == io::status(scene.folder.path())->device) {
    WARN("not run: there is no second file system at /dev/shm");
    return;
  }
  const io::TemporaryDirectory other("kenv-test-", memory);
  scene.root = other.path() / "environment";
  const auto result = scene.place();
  CHECK(result.mode == LinkMode::Copy);
  CHECK(result.bytes_linked == 0);
  CHECK(io::read_text(scene.root / "lib/demo/sub0/f0.py") == "value = 0\n");
}

TEST_CASE("Nothing is placed over what is there already") {
  PlaceScene scene;
  io::make_directories(scene.root / "bin");
  io::write_text(scene.root / "bin/demo", "mine");
  CHECK_THROWS_AS(scene.place(), io::FileError);
  CHECK(io::read_text(scene.root / "bin/demo") == "mine");
}
