// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>

#include <algorithm>

#include "io/files_call_posix.hpp"
#include "io/parallel.hpp"
#include "io/tree.hpp"

namespace kenv::io {
namespace {

void make_one(const FileDescriptor& root, const std::string& path, const fs::path& root_path) {
  if (::mkdirat(root.get(), path.c_str(), 0755) == 0) return;
  if (errno == ENOENT) {
    // Its parent is in the part of another worker, which has not come to it yet.
    const auto slash = path.rfind('/');
    if (slash == std::string::npos) fail("create the folder", root_path / path);
    make_one(root, path.substr(0, slash), root_path);
    if (::mkdirat(root.get(), path.c_str(), 0755) == 0) return;
  }
  const int reason = errno;
  struct stat facts {};
  const bool there = reason == EEXIST && ::fstatat(root.get(), path.c_str(), &facts, AT_SYMLINK_NOFOLLOW) == 0;
  if (!there || !S_ISDIR(facts.st_mode)) throw FileError("create the folder", root_path / path, reason);
}

}  // namespace

// In path order neighbours share their parents, which keeps the file system's work together; the workers take pieces of
// the list that are large enough to be whole branches most of the time.
void make_directory_tree(const fs::path& root, std::vector<std::string> directories) {
  std::sort(directories.begin(), directories.end());
  directories.erase(std::unique(directories.begin(), directories.end()), directories.end());
  make_directories(root);
  const FileDescriptor top = open_file(root, O_RDONLY | O_DIRECTORY, 0, "open");
  parallel_for(directories.size(), 32, [&](std::size_t i) {
    if (!directories[i].empty()) make_one(top, directories[i], root);
  });
}

}  // namespace kenv::io
