// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>

#include "io/files.hpp"
#include "io/files_call_posix.hpp"

namespace kenv::io {
namespace {

std::span<const std::byte> bytes_of(std::string_view text) {
  return std::as_bytes(std::span(text.data(), text.size()));
}

// A new file beside `path`, hidden, so that a rename within one folder ends the work.
std::pair<FileDescriptor, fs::path> create_beside(const fs::path& path, std::uint32_t mode) {
  static std::atomic<unsigned> serial{0};
  for (;;) {
    const std::string name =
        "." + path.filename().string() + "." + std::to_string(::getpid()) + "-" + std::to_string(serial++) + ".tmp";
    fs::path temporary = path.parent_path() / name;
    try {
      return {create_file(temporary, mode), temporary};
    } catch (const FileError& error) {
      if (error.error_number() != EEXIST) throw;  // left by a process of the same number that died: take the next
    }
  }
}

}  // namespace

FileDescriptor create_file(const fs::path& path, std::uint32_t mode) {
  return open_file(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode, "create");
}

FileDescriptor open_for_writing(const fs::path& path) { return open_file(path, O_WRONLY | O_NOFOLLOW, 0, "open"); }

void write_all(const FileDescriptor& file, std::span<const std::byte> bytes, const fs::path& path) {
  while (!bytes.empty()) {
    const auto written = checked("write", path, [&] { return ::write(file.get(), bytes.data(), bytes.size()); });
    bytes = bytes.subspan(static_cast<std::size_t>(written));
  }
}

void write_at(const FileDescriptor& file, std::uint64_t offset, std::span<const std::byte> bytes,
              const fs::path& path) {
  while (!bytes.empty()) {
    const auto written = checked(
        "write", path, [&] { return ::pwrite(file.get(), bytes.data(), bytes.size(), static_cast<off_t>(offset)); });
    bytes = bytes.subspan(static_cast<std::size_t>(written));
    offset += static_cast<std::uint64_t>(written);
  }
}

void write_text(const fs::path& path, std::string_view text, std::uint32_t mode) {
  write_all(open_file(path, O_WRONLY | O_CREAT | O_TRUNC, mode, "write"), bytes_of(text), path);
}

void write_text_durably(const fs::path& path, std::string_view text, std::uint32_t mode) {
  auto [file, temporary] = create_beside(path, mode);
  try {
    write_all(file, bytes_of(text), temporary);
    checked("sync", temporary, [&, fd = file.get()] { return ::fsync(fd); });
    io::rename(temporary, path);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  sync_directory(path.has_parent_path() ? path.parent_path() : fs::path("."));
}

void set_mode(const fs::path& path, std::uint32_t mode) {
  checked("change the mode of", path, [&] { return ::chmod(path.c_str(), mode); });
}

void sync_file(const fs::path& path) {
  const FileDescriptor file = open_file(path, O_RDONLY, 0, "open");
  checked("sync", path, [&] { return ::fsync(file.get()); });
}

void sync_directory(const fs::path& path) {
  const FileDescriptor directory = open_file(path, O_RDONLY | O_DIRECTORY, 0, "open");
  checked("sync", path, [&] { return ::fsync(directory.get()); });
}

void sync_file_system(const fs::path& path) {
  const FileDescriptor any = open_file(path, O_RDONLY, 0, "open");
  checked("sync the file system of", path, [&] { return ::syncfs(any.get()); });
}

}  // namespace kenv::io
