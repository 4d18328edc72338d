// SPDX-License-Identifier: Apache-2.0
#include "io/tree.hpp"

#include <algorithm>

#include "support/catch.hpp"

using namespace kenv;

TEST_CASE("A walk finds everything once, parents before children, in path order, and follows no link") {
  const io::TemporaryDirectory folder;
  std::vector<std::string> expected;
  std::vector<std::string> folders;
  for (int i = 0; i < 40; ++i) {
    for (int j = 0; j < 5; ++j) folders.push_back("d" + std::to_string(i) + "/e" + std::to_string(j));
    expected.push_back("d" + std::to_string(i));
  }
  io::make_directory_tree(folder.path(), folders);
  for (const auto& path : folders) {
    expected.push_back(path);
    io::write_text(folder.path() / path / "file", "12");
    expected.push_back(path + "/file");
  }
  io::symlink("d0", folder.path() / "link");
  io::symlink("..", folder.path() / "d0/loop");
  expected.insert(expected.end(), {"link", "d0/loop"});
  std::sort(expected.begin(), expected.end());

  std::vector<std::string> found;
  for (const auto& entry : io::walk_tree(folder.path())) {
    found.push_back(entry.path);
    if (entry.path.ends_with("/file")) CHECK(entry.status.size == 2);
  }
  CHECK(found == expected);
}

TEST_CASE("A folder that is skipped is left out with all below it") {
  const io::TemporaryDirectory folder;
  io::make_directory_tree(folder.path(), {"a/__pycache__/x", "a/b", "__pycache__"});
  io::write_text(folder.path() / "a/__pycache__/y", "");
  std::vector<std::string> found;
  for (const auto& entry :
       io::walk_tree(folder.path(), [](std::string_view path) { return path.ends_with("__pycache__"); })) {
    found.push_back(entry.path);
  }
  CHECK(found == std::vector<std::string>{"a", "a/b"});
}

TEST_CASE("A walk of what is not there, or is no folder, fails") {
  const io::TemporaryDirectory folder;
  io::write_text(folder.path() / "file", "");
  CHECK_THROWS_AS(io::walk_tree(folder.path() / "absent"), io::FileError);
  CHECK_THROWS_AS(io::walk_tree(folder.path() / "file"), io::FileError);
  CHECK(io::walk_tree(folder.path()).size() == 1);
}

TEST_CASE("Many folders are made in any order, with parents that nobody named, and existing ones are fine") {
  const io::TemporaryDirectory folder;
  std::vector<std::string> folders;
  for (int i = 0; i < 700; ++i) folders.push_back("r/" + std::to_string(i % 13) + "/x/" + std::to_string(i));
  std::reverse(folders.begin(), folders.end());
  io::make_directory_tree(folder.path() / "new", folders);
  io::make_directory_tree(folder.path() / "new", folders);
  for (const auto& path : folders) CHECK(io::is_directory(folder.path() / "new" / path));
}

TEST_CASE("A file or a link where a folder is needed stops the making of folders") {
  const io::TemporaryDirectory folder;
  io::make_directories(folder.path() / "elsewhere");
  io::write_text(folder.path() / "file", "");
  io::symlink("elsewhere", folder.path() / "link");
  CHECK_THROWS_AS(io::make_directory_tree(folder.path(), {"file"}), io::FileError);
  CHECK_THROWS_AS(io::make_directory_tree(folder.path(), {"file/below"}), io::FileError);
  CHECK_THROWS_AS(io::make_directory_tree(folder.path(), {"link"}), io::FileError);
}

TEST_CASE("A folder kept open is still the same one after it was renamed") {
  const io::TemporaryDirectory folder;
  io::make_directory_tree(folder.path(), {"from/a", "to/b"});
  io::write_text(folder.path() / "from/a/file", "123");
  const io::OpenDirectory from(folder.path() / "from"), to(folder.path() / "to");
  io::rename(folder.path() / "from", folder.path() / "moved");
  to.link_from(from, "a/file", "b/linked");
  CHECK(io::read_text(folder.path() / "to/b/linked") == "123");
  CHECK(from.status("a/file")->links == 2);
  CHECK_FALSE(from.status("a/absent"));
  CHECK_THROWS_AS(to.link_from(from, "a/file", "b/linked"), io::FileError);
}
