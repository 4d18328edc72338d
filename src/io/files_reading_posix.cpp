// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "io/files.hpp"
#include "io/files_call_posix.hpp"

namespace kenv::io {

FileDescriptor& FileDescriptor::operator=(FileDescriptor&& other) noexcept {
  if (this != &other) {
    if (fd_ >= 0) ::close(fd_);
    fd_ = other.release();
  }
  return *this;
}

FileDescriptor::~FileDescriptor() {
  if (fd_ >= 0) ::close(fd_);
}

int FileDescriptor::release() { return std::exchange(fd_, -1); }

FileDescriptor open_file(const fs::path& path, int flags, std::uint32_t mode, std::string_view doing) {
  return FileDescriptor(checked(doing, path, [&] { return ::open(path.c_str(), flags | O_CLOEXEC, mode); }));
}

FileDescriptor open_for_reading(const fs::path& path) { return open_file(path, O_RDONLY, 0, "open"); }

std::size_t read_at(const FileDescriptor& file, std::uint64_t offset, std::span<std::byte> out, const fs::path& path) {
  std::size_t done = 0;
  while (done < out.size()) {
    const auto got = checked("read", path, [&] {
      return ::pread(file.get(), out.data() + done, out.size() - done, static_cast<off_t>(offset + done));
    });
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

std::uint64_t file_size(const FileDescriptor& file, const fs::path& path) {
  struct stat facts {};
  checked("look at", path, [&] { return ::fstat(file.get(), &facts); });
  return static_cast<std::uint64_t>(facts.st_size);
}

// Reads until the end and not up to st_size, which is 0 for the files of /proc and /sys.
std::string read_text(const fs::path& path, std::uint64_t limit) {
  const FileDescriptor file = open_for_reading(path);
  std::string text(std::min<std::uint64_t>(file_size(file, path) + 1, limit + 1), '\0');
  std::size_t done = 0;
  for (;;) {
    if (done == text.size()) text.resize(std::min<std::uint64_t>(std::max<std::uint64_t>(4096, done * 2), limit + 1));
    const auto got = checked("read", path, [&] { return ::read(file.get(), text.data() + done, text.size() - done); });
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
    if (done > limit) throw FileError("read as a whole", path, EFBIG);
  }
  text.resize(done);
  return text;
}

std::optional<std::string> read_text_if_present(const fs::path& path, std::uint64_t limit) {
  try {
    return read_text(path, limit);
  } catch (const FileError& error) {
    if (error.error_number() == ENOENT || error.error_number() == ENOTDIR) return std::nullopt;
    throw;
  }
}

std::string read_link(const fs::path& path) {
  std::string target(256, '\0');
  for (;;) {
    const auto length =
        checked("read the link", path, [&] { return ::readlink(path.c_str(), target.data(), target.size()); });
    if (static_cast<std::size_t>(length) < target.size()) {
      target.resize(static_cast<std::size_t>(length));
      return target;
    }
    target.resize(target.size() * 2);  // it may have been cut off
  }
}

}  // namespace kenv::io
