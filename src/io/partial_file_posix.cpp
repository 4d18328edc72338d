// SPDX-License-Identifier: Apache-2.0
#include "io/partial_file.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "io/files_call_posix.hpp"

namespace kenv::io {

FileDescriptor open_partial_file(const fs::path& path) {
  return open_file(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0644, "open");
}

void set_size(const FileDescriptor& file, std::uint64_t size, const fs::path& path) {
  checked("resize", path, [&] { return ::ftruncate(file.get(), static_cast<off_t>(size)); });
}

void reserve_space(const FileDescriptor& file, std::uint64_t size, const fs::path& path) {
  if (size == 0) return;
  const int result =
      restarted([&] { return ::fallocate(file.get(), FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(size)); });
  if (result != 0 && (errno == ENOSPC || errno == EDQUOT || errno == EFBIG)) fail("make room for", path);
}

}  // namespace kenv::io
