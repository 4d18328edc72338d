// SPDX-License-Identifier: Apache-2.0
#include "io/files.hpp"

#include <cerrno>
#include <functional>

#include "support/catch.hpp"

using namespace kenv;
namespace fs = io::fs;

namespace {

int error_of(const std::function<void()>& action) {
  try {
    action();
    return 0;
  } catch (const io::FileError& error) {
    CHECK(std::string(error.what()).find(error.path().string()) != std::string::npos);
    return error.error_number();
  }
}

std::string read_whole(const fs::path& path) { return io::read_text(path); }

}  // namespace

TEST_CASE("What is written is read back, up to the limit") {
  const io::TemporaryDirectory folder;
  const auto path = folder.path() / "file";
  const std::string text(100'000, 'x');
  io::write_text(path, text);
  CHECK(read_whole(path) == text);
  CHECK(io::read_text(path, text.size()) == text);
  CHECK(error_of([&] { io::read_text(path, text.size() - 1); }) == EFBIG);
  CHECK(error_of([&] { io::read_text(folder.path() / "absent"); }) == ENOENT);
  CHECK_FALSE(io::read_text_if_present(folder.path() / "absent"));
  CHECK_FALSE(io::read_text_if_present(path / "below a file"));
  CHECK(io::read_text("/proc/self/status").size() > 10);  // its stated size is 0
}

TEST_CASE("A file is read and written at any place") {
  const io::TemporaryDirectory folder;
  const auto path = folder.path() / "file";
  {
    const auto file = io::create_file(path);
    io::write_at(file, 1000, std::as_bytes(std::span("end", 3)), path);
    io::write_at(file, 0, std::as_bytes(std::span("begin", 5)), path);
  }
  CHECK(error_of([&] { io::create_file(path); }) == EEXIST);
  const auto file = io::open_for_reading(path);
  CHECK(io::file_size(file, path) == 1003);
  std::string text(10, '?');
  const auto out = std::as_writable_bytes(std::span(text.data(), text.size()));
  CHECK(io::read_at(file, 1000, out, path) == 3);
  CHECK(text.substr(0, 3) == "end");
  CHECK(io::read_at(file, 5000, out, path) == 0);
  CHECK(io::status(file, path).inode == io::status(path)->inode);
}

TEST_CASE("A durable write replaces the file as a whole and leaves nothing beside it") {
  const io::TemporaryDirectory folder;
  const auto path = folder.path() / "state";
  io::write_text_durably(path, "old");
  const auto before = io::status(path)->inode;
  io::write_text_durably(path, "new", 0600);
  CHECK(read_whole(path) == "new");
  CHECK(io::status(path)->inode != before);
  CHECK(io::status(path)->mode == 0600);
  CHECK(io::list_directory(folder.path()) == std::vector<std::string>{"state"});
  CHECK(error_of([&] { io::write_text_durably(folder.path() / "absent/state", "x"); }) == ENOENT);
}

TEST_CASE("Kinds are told apart, and links are not followed unless asked") {
  const io::TemporaryDirectory folder;
  io::write_text(folder.path() / "file", "12345", 0640);
  io::symlink("file", folder.path() / "link");
  io::symlink("nowhere", folder.path() / "dangling");
  const auto file = io::status(folder.path() / "file");
  REQUIRE(file);
  CHECK(file->kind == io::FileKind::Regular);
  CHECK(file->size == 5);
  CHECK(file->links == 1);
  CHECK(file->modified_ns > 1'000'000'000'000'000'000);
  CHECK(io::status(folder.path() / "link")->kind == io::FileKind::Symlink);
  CHECK(io::target_status(folder.path() / "link")->inode == file->inode);
  CHECK(io::read_link(folder.path() / "link") == "file");
  CHECK(io::exists(folder.path() / "dangling"));
  CHECK_FALSE(io::target_status(folder.path() / "dangling"));
  CHECK_FALSE(io::exists(folder.path() / "absent"));
  CHECK(io::is_directory(folder.path()));
  CHECK_FALSE(io::is_directory(folder.path() / "file"));
  CHECK(io::status("/dev/null")->kind == io::FileKind::Other);
  const std::string long_target(600, 'n');
  io::symlink(long_target, folder.path() / "long");
  CHECK(io::read_link(folder.path() / "long") == long_target);
}

TEST_CASE("Folders are made with their parents and removed with all below, links left alone") {
  const io::TemporaryDirectory folder;
  io::make_directories(folder.path() / "a/b/c");
  io::make_directories(folder.path() / "a/b/c/");
  CHECK(io::is_directory(folder.path() / "a/b/c"));
  CHECK(error_of([&] { io::make_directory(folder.path() / "a"); }) == EEXIST);
  io::write_text(folder.path() / "kept", "x");
  CHECK(error_of([&] { io::make_directories(folder.path() / "kept/below"); }) == ENOTDIR);
  io::make_directories(folder.path() / "outside");
  io::write_text(folder.path() / "outside/precious", "x");
  io::symlink(folder.path() / "outside", folder.path() / "a/link");
  io::set_mode(folder.path() / "a/b", 0555);  // its owner may not remove what is in it
  io::remove_tree(folder.path() / "a");
  CHECK_FALSE(io::exists(folder.path() / "a"));
  CHECK(io::exists(folder.path() / "outside/precious"));
  io::remove_tree(folder.path() / "a");
  CHECK(error_of([&] { io::remove_empty_directory(folder.path() / "outside"); }) == ENOTEMPTY);
  CHECK(io::remove_file_if_present(folder.path() / "kept"));
  CHECK_FALSE(io::remove_file_if_present(folder.path() / "kept"));
  CHECK(error_of([&] { io::remove_file(folder.path() / "kept"); }) == ENOENT);
}

TEST_CASE("Names change in one step: replaced, kept if taken, or swapped") {
  const io::TemporaryDirectory folder;
  const auto one = folder.path() / "one", two = folder.path() / "two";
  io::write_text(one, "1");
  io::write_text(two, "2");
  CHECK(error_of([&] { io::rename_new(one, two); }) == EEXIST);
  io::exchange(one, two);
  CHECK(read_whole(one) == "2");
  io::rename(one, two);
  CHECK_FALSE(io::exists(one));
  CHECK(read_whole(two) == "2");
  io::rename_new(two, one);
  CHECK(read_whole(one) == "2");
}

TEST_CASE("A copy has the content, mode and time of its original; a link is the original") {
  const io::TemporaryDirectory folder;
  const auto original = folder.path() / "original";
  io::write_text(original, std::string(300'000, 'y'), 0750);
  io::copy_file(original, folder.path() / "copy");
  io::link(original, folder.path() / "link");
  CHECK(read_whole(folder.path() / "copy") == read_whole(original));
  CHECK(io::status(folder.path() / "copy")->mode == io::status(original)->mode);
  CHECK(io::status(folder.path() / "copy")->modified_ns == io::status(original)->modified_ns);
  CHECK(io::status(folder.path() / "link")->inode == io::status(original)->inode);
  CHECK(error_of([&] { io::copy_file(original, folder.path() / "copy"); }) == EEXIST);
  if (io::reflink(original, folder.path() / "clone", 0644)) {
    CHECK(read_whole(folder.path() / "clone") == read_whole(original));
  } else {
    CHECK_FALSE(io::exists(folder.path() / "clone"));
  }
}

TEST_CASE("A failure says what could not be done, with a code for scripts and a way out") {
  const io::FileError full("write", "/somewhere/file", ENOSPC);
  CHECK(full.code() == "disk-full");
  CHECK(full.exit_code() == ExitCode::Failed);
  CHECK(std::string(full.what()).find("cannot write /somewhere/file") == 0);
  CHECK(full.hint() == "free some space and run the command again: df -h '/'");  // a path that stays
  CHECK(io::FileError("open", "x", EACCES).code() == "permission-denied");
}

TEST_CASE("Free space is told also for a path that does not exist yet") {
  const io::TemporaryDirectory folder;
  CHECK(io::free_bytes(folder.path() / "not/yet/there") > 0);
}

TEST_CASE("A temporary folder goes away with its object unless it is released") {
  fs::path gone, kept;
  {
    io::TemporaryDirectory one, two;
    gone = one.path();
    io::write_text(gone / "file", "x");
    kept = two.release();
  }
  CHECK_FALSE(io::exists(gone));
  CHECK(io::exists(kept));
  io::remove_tree(kept);
}
