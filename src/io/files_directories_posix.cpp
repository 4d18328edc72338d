// SPDX-License-Identifier: Apache-2.0
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "io/files.hpp"
#include "io/files_call_posix.hpp"

namespace kenv::io {
namespace {

// A folder that its owner may not write cannot be emptied; every folder below `root` is given back to its owner.
void make_removable(const fs::path& root) {
  std::error_code ignored;
  fs::permissions(root, fs::perms::owner_all, fs::perm_options::add, ignored);
  for (fs::recursive_directory_iterator at(root, ignored), end; !ignored && at != end; at.increment(ignored)) {
    if (!at->is_symlink(ignored) && at->is_directory(ignored)) {
      fs::permissions(at->path(), fs::perms::owner_all, fs::perm_options::add, ignored);
    }
  }
}

}  // namespace

void make_directory(const fs::path& path, std::uint32_t mode) {
  checked("create the folder", path, [&] { return ::mkdir(path.c_str(), mode); });
}

void make_directories(const fs::path& path) {
  if (path.empty() || ::mkdir(path.c_str(), 0755) == 0) return;
  if (errno == ENOENT && path.has_parent_path() && path.parent_path() != path) {
    make_directories(path.parent_path());
    if (::mkdir(path.c_str(), 0755) == 0) return;
  }
  // Somebody else may have made it meanwhile; "a/" and "a/." are named twice on the way up.
  const int reason = errno;
  if (io::is_directory(path)) return;
  throw FileError("create the folder", path, reason);
}

void remove_file(const fs::path& path) {
  checked("remove", path, [&] { return ::unlink(path.c_str()); });
}

bool remove_file_if_present(const fs::path& path) {
  if (restarted([&] { return ::unlink(path.c_str()); }) == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  fail("remove", path);
}

void remove_empty_directory(const fs::path& path) {
  checked("remove the folder", path, [&] { return ::rmdir(path.c_str()); });
}

void remove_tree(const fs::path& path) {
  std::error_code problem;
  fs::remove_all(path, problem);  // goes by descriptors of folders and follows no link
  if (problem == std::errc::permission_denied) {
    make_removable(path);
    fs::remove_all(path, problem);
  }
  if (problem) throw FileError("remove", path, problem.value());
}

std::vector<std::string> list_directory(const fs::path& path) {
  const std::unique_ptr<DIR, int (*)(DIR*)> directory(::opendir(path.c_str()), ::closedir);
  if (!directory) fail("list", path);
  std::vector<std::string> names;
  for (;;) {
    errno = 0;
    const dirent* entry = ::readdir(directory.get());
    if (entry == nullptr) break;
    const std::string_view name = entry->d_name;
    if (name != "." && name != "..") names.emplace_back(name);
  }
  if (errno != 0) fail("list", path);
  std::sort(names.begin(), names.end());
  return names;
}

TemporaryDirectory::TemporaryDirectory(std::string_view prefix, const fs::path& parent) {
  const fs::path place = parent.empty() ? fs::temp_directory_path() : parent;
  std::string pattern = (place / (std::string(prefix) + "XXXXXX")).string();
  if (::mkdtemp(pattern.data()) == nullptr) fail("create a temporary folder in", place);
  path_ = pattern;
}

fs::path TemporaryDirectory::release() { return std::exchange(path_, {}); }

TemporaryDirectory::~TemporaryDirectory() {
  if (path_.empty()) return;
  try {
    remove_tree(path_);
  } catch (const std::exception&) {
    // What could not be removed stays in the folder for temporary files; a destructor has nobody to tell.
  }
}

}  // namespace kenv::io
