// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>

#include "io/files.hpp"
#include "io/files_call_posix.hpp"

namespace kenv::io {
namespace {

void rename_with(const fs::path& from, const fs::path& to, unsigned flags, const std::string& doing) {
  checked(doing, to, [&] { return ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), flags); });
}

// copy_file_range lets the kernel share or move the bytes; where it cannot (another file system on an old kernel, a
// special file) they go through a buffer.
void copy_content(const FileDescriptor& from, const fs::path& from_path, const FileDescriptor& to,
                  const fs::path& to_path) {
  for (;;) {
    const auto copied =
        restarted([&] { return ::copy_file_range(from.get(), nullptr, to.get(), nullptr, 1u << 30, 0); });
    if (copied > 0) continue;
    if (copied == 0) return;
    if (errno != EXDEV && errno != EINVAL && errno != ENOSYS && errno != EOPNOTSUPP) fail("copy to", to_path);
    break;
  }
  std::array<std::byte, 1u << 16> buffer;
  for (;;) {
    const auto got = checked("read", from_path, [&] { return ::read(from.get(), buffer.data(), buffer.size()); });
    if (got == 0) return;
    write_all(to, std::span(buffer).first(static_cast<std::size_t>(got)), to_path);
  }
}

}  // namespace

void rename(const fs::path& from, const fs::path& to) {
  checked("rename " + from.string() + " to", to, [&] { return ::rename(from.c_str(), to.c_str()); });
}

void rename_new(const fs::path& from, const fs::path& to) {
  rename_with(from, to, RENAME_NOREPLACE, "rename " + from.string() + " to");
}

void exchange(const fs::path& one, const fs::path& other) {
  rename_with(one, other, RENAME_EXCHANGE, "exchange " + one.string() + " with");
}

void link(const fs::path& from, const fs::path& to) {
  if (restarted([&] { return ::link(from.c_str(), to.c_str()); }) != 0) fail("link " + from.string() + " as", to);
}

void symlink(const std::string& target, const fs::path& at) {
  checked("make the symbolic link", at, [&] { return ::symlink(target.c_str(), at.c_str()); });
}

bool reflink(const fs::path& from, const fs::path& to, std::uint32_t mode) {
  const FileDescriptor source = open_for_reading(from);
  const FileDescriptor copy = create_file(to, mode);
  if (restarted([&] { return ::ioctl(copy.get(), FICLONE, source.get()); }) == 0) return true;
  const int reason = errno;
  ::unlink(to.c_str());
  if (reason == EOPNOTSUPP || reason == ENOTTY || reason == EXDEV || reason == EINVAL || reason == ENOSYS) return false;
  throw FileError("clone " + from.string() + " as", to, reason);
}

void copy_file(const fs::path& from, const fs::path& to) {
  const FileDescriptor source = open_for_reading(from);
  struct stat facts {};
  checked("look at", from, [&] { return ::fstat(source.get(), &facts); });
  const FileDescriptor copy = create_file(to, 0600);
  try {
    copy_content(source, from, copy, to);
    checked("change the mode of", to, [&] { return ::fchmod(copy.get(), facts.st_mode & 07777); });
    const struct timespec times[2] = {{0, UTIME_OMIT}, facts.st_mtim};
    checked("change the time of", to, [&] { return ::futimens(copy.get(), times); });
  } catch (...) {
    ::unlink(to.c_str());
    throw;
  }
}

}  // namespace kenv::io
