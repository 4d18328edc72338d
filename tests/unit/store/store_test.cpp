// SPDX-License-Identifier: Apache-2.0
#include "store/store.hpp"

#include <algorithm>
#include <functional>
#include <thread>

#include "base/error.hpp"
#include "io/files.hpp"
#include "io/tree.hpp"
#include "support/catch.hpp"
#include "support/wheel_builder.hpp"

using namespace kenv;
using test::WheelBuilder;

namespace {

struct Scene {
  io::TemporaryDirectory folder;
  report::SilentReporter reporter;
  store::Store store{folder.path() / "store", reporter};
  WheelBuilder builder;

  Scene() {
    builder.purelib = false;
    builder.file("demo/__init__.py", "x = 1\n")
        .file("demo/run.sh", "#!/bin/sh\n", 0100755)
        .file("demo/sub/empty.py", "");
  }
  std::shared_ptr<const store::StoredWheel> add() {
    return store.add(builder.write(folder.path()), builder.digest(), {builder.file_name(), "file:///demo", "local"});
  }
  io::fs::path object() const { return store.root() / "wheels" / builder.digest().hex(); }
};

std::string code_of(const std::function<void()>& action) {
  try {
    action();
    return {};
  } catch (const Error& error) {
    return error.code();
  }
}

// As if the machine had been started anew since the object was made.
void pretend_restart(const io::fs::path& object) {
  std::string text = io::read_text(object / "object");
  const auto at = text.find("\nboot ") + 6;
  text.replace(at, text.find('\n', at) - at, "another-boot");
  io::write_text(object / "object", text);
}

}  // namespace

TEST_CASE("A wheel that was added is there, for this process and the next") {
  Scene scene;
  CHECK_FALSE(scene.store.has(scene.builder.digest()));
  CHECK(code_of([&] { scene.store.open(scene.builder.digest()); }) == "store-object-missing");
  const auto added = scene.add();
  store::Store next(scene.store.root(), scene.reporter);
  REQUIRE(next.has(scene.builder.digest()));
  const auto wheel = next.open(scene.builder.digest());
  CHECK(wheel->digest == scene.builder.digest());
  CHECK(wheel->name.name.text() == "demo");
  CHECK(wheel->origin.url == "file:///demo");
  CHECK(wheel->origin.index == "local");
  CHECK_FALSE(wheel->is_purelib);
  CHECK(wheel->dist_info == "demo-1.0.dist-info");
  CHECK(wheel->members == added->members);
  CHECK(wheel->members.size() == 6);
  CHECK(next.list() == std::vector{scene.builder.digest()});
  for (const auto& member : wheel->members) {
    const auto file = io::status(wheel->tree / member.path);
    REQUIRE(file);
    CHECK(file->inode == member.inode);
    CHECK(file->size == member.size);
    CHECK(file->mode == member.mode);
  }
  CHECK((wheel->find("demo/run.sh")->mode & 0100) != 0);
  CHECK(wheel->find("demo/nothing") == nullptr);
}

TEST_CASE("Adding leaves nothing behind beside the object") {
  Scene scene;
  {
    store::Store other(scene.store.root(), scene.reporter);
    other.add(scene.builder.write(scene.folder.path()), scene.builder.digest(), {scene.builder.file_name(), "", ""});
  }
  CHECK(io::list_directory(scene.store.root() / "adding").empty());
  CHECK(io::list_directory(scene.object()) == std::vector<std::string>{"object", "tree"});
}

TEST_CASE("A wheel that fails its checks never gets its final name") {
  Scene scene;
  scene.builder.more_record = "missing.py,,\n";
  CHECK(code_of([&] { scene.add(); }) == "wheel-record-mismatch");
  CHECK_FALSE(io::exists(scene.object()));
  scene.builder.more_record.clear();
  scene.builder.metadata_version = "2.0";
  CHECK(code_of([&] { scene.add(); }) == "wheel-name-mismatch");
  CHECK_FALSE(io::exists(scene.object()));
}

TEST_CASE("Several adders of one wheel end with one object, which all of them get") {
  Scene scene;
  const auto path = scene.builder.write(scene.folder.path());
  std::vector<std::shared_ptr<const store::StoredWheel>> got(4);
  {
    std::vector<std::jthread> adders;
    for (auto& mine : got) {
      adders.emplace_back([&] {
        store::Store own(scene.store.root(), scene.reporter);
        mine = own.add(path, scene.builder.digest(), {scene.builder.file_name(), "", ""});
      });
    }
  }
  for (const auto& wheel : got) {
    REQUIRE(wheel);
    CHECK(wheel->members == got[0]->members);
    CHECK(io::status(wheel->tree / "demo/__init__.py")->inode == wheel->find("demo/__init__.py")->inode);
  }
  CHECK(io::list_directory(scene.store.root() / "adding").empty());
}

TEST_CASE("A dropped object is gone and can be added again") {
  Scene scene;
  scene.add();
  scene.store.drop(scene.builder.digest());
  CHECK_FALSE(scene.store.has(scene.builder.digest()));
  CHECK_FALSE(io::exists(scene.object()));
  scene.store.drop(scene.builder.digest());  // twice does no harm
  scene.add();
  CHECK(scene.store.has(scene.builder.digest()));
}

TEST_CASE("After a restart an object whose files did not all reach the disk is dropped, a whole one is kept") {
  Scene scene;
  scene.add();
  pretend_restart(scene.object());
  SECTION("whole") {
    store::Store next(scene.store.root(), scene.reporter);
    CHECK(next.has(scene.builder.digest()));
    CHECK(io::exists(scene.object() / "durable"));  // what was read after a restart is on the disk
  }
  SECTION("a file is empty") {
    io::write_text(scene.object() / "tree/demo/__init__.py", "");
    store::Store next(scene.store.root(), scene.reporter);
    CHECK_FALSE(next.has(scene.builder.digest()));
    CHECK_FALSE(io::exists(scene.object()));
  }
  SECTION("a file is missing") {
    io::remove_file(scene.object() / "tree/demo/__init__.py");
    store::Store next(scene.store.root(), scene.reporter);
    CHECK_FALSE(next.has(scene.builder.digest()));
  }
  SECTION("marked durable before: not looked at") {
    scene.store.mark_durable(std::vector{scene.builder.digest()});
    io::write_text(scene.object() / "tree/demo/__init__.py", "");
    store::Store next(scene.store.root(), scene.reporter);
    CHECK(next.has(scene.builder.digest()));
  }
}

TEST_CASE("An object whose description is cut off anywhere is dropped") {
  Scene scene;
  const auto wheel = scene.add();
  const std::string text = io::read_text(scene.object() / "object");
  for (const std::size_t length : {std::size_t{0}, std::size_t{10}, text.size() / 2, text.size() - 1}) {
    io::write_text(scene.object() / "object", text.substr(0, length));
    store::Store next(scene.store.root(), scene.reporter);
    CHECK_FALSE(next.has(scene.builder.digest()));
    store::Store again(scene.store.root(), scene.reporter);
    again.add(scene.folder.path() / scene.builder.file_name(), scene.builder.digest(),
              {scene.builder.file_name(), "", ""});
  }
}

TEST_CASE("An object of a newer kenv is left alone and named") {
  Scene scene;
  scene.add();
  std::string text = io::read_text(scene.object() / "object");
  text.replace(text.find(" 1\n"), 3, " 2\n");
  io::write_text(scene.object() / "object", text);
  store::Store next(scene.store.root(), scene.reporter);
  CHECK(code_of([&] { next.has(scene.builder.digest()); }) == "store-newer");
  CHECK(io::exists(scene.object()));
}

TEST_CASE("What a process left behind when it was killed is swept; what is being made is not") {
  Scene scene;
  const auto left = scene.store.root() / "adding/killed/0/tree";
  io::make_directories(left);
  io::write_text(scene.store.root() / "adding/killed/lock", "");
  const auto pending = scene.store.begin_add(scene.builder.digest(), {scene.builder.file_name(), "", ""});
  store::Store other(scene.store.root(), scene.reporter);
  other.sweep();
  scene.store.sweep();
  CHECK_FALSE(io::exists(scene.store.root() / "adding/killed"));
  CHECK(io::exists(pending.folder()));
}

TEST_CASE("A download's name must be one path component") {
  Scene scene;
  CHECK(scene.store.incoming("demo.whl") == scene.store.root() / "incoming/demo.whl");
  for (const std::string name : {"", "..", ".", "a/b", "/etc/passwd"}) {
    CHECK(code_of([&] { scene.store.incoming(name); }) == "unsafe-file-name");
  }
}
