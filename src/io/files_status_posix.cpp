// SPDX-License-Identifier: Apache-2.0
#include "io/files_status_posix.hpp"

#include <fcntl.h>
#include <sys/statvfs.h>

#include "io/files_call_posix.hpp"

namespace kenv::io {
namespace {

std::optional<FileStatus> look(const fs::path& path, int flags) {
  struct stat facts {};
  if (restarted([&] { return ::fstatat(AT_FDCWD, path.c_str(), &facts, flags); }) == 0) return to_status(facts);
  if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
  fail("look at", path);
}

}  // namespace

FileStatus to_status(const struct stat& facts) {
  FileStatus status;
  if (S_ISREG(facts.st_mode)) status.kind = FileKind::Regular;
  if (S_ISDIR(facts.st_mode)) status.kind = FileKind::Directory;
  if (S_ISLNK(facts.st_mode)) status.kind = FileKind::Symlink;
  status.mode = facts.st_mode & 07777;
  status.size = static_cast<std::uint64_t>(facts.st_size);
  status.device = facts.st_dev;
  status.inode = facts.st_ino;
  status.links = facts.st_nlink;
  status.owner = facts.st_uid;
  status.modified_ns = std::int64_t{facts.st_mtim.tv_sec} * 1'000'000'000 + facts.st_mtim.tv_nsec;
  return status;
}

std::optional<FileStatus> status(const fs::path& path) { return look(path, AT_SYMLINK_NOFOLLOW); }
std::optional<FileStatus> target_status(const fs::path& path) { return look(path, 0); }
FileStatus status(const FileDescriptor& file, const fs::path& path) {
  struct stat facts {};
  checked("look at", path, [&] { return ::fstat(file.get(), &facts); });
  return to_status(facts);
}

bool exists(const fs::path& path) { return io::status(path).has_value(); }

bool is_directory(const fs::path& path) {
  const auto found = target_status(path);
  return found && found->kind == FileKind::Directory;
}

std::uint64_t free_bytes(const fs::path& path) {
  fs::path existing = fs::absolute(path).lexically_normal();
  while (!target_status(existing) && existing.has_relative_path()) existing = existing.parent_path();
  struct statvfs facts {};
  checked("measure the free space at", existing, [&] { return ::statvfs(existing.c_str(), &facts); });
  return std::uint64_t{facts.f_bavail} * facts.f_frsize;
}

}  // namespace kenv::io
