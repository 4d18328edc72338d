// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.hpp"

// The door to the file system. No other code of kenv calls the operating system for files, so this is the one place
// where failures come in and where tests inject them. Everything here throws FileError with the path and the errno.
namespace kenv::io {
namespace fs = std::filesystem;

class FileError : public Error {
 public:
  FileError(std::string_view doing, const fs::path& path, int error_number);
  int error_number() const { return error_number_; }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
  int error_number_;
};

/// Owns a file descriptor.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept;
  ~FileDescriptor();
  int get() const { return fd_; }
  int release();
  explicit operator bool() const { return fd_ >= 0; }

 private:
  int fd_ = -1;
};

enum class FileKind { Regular, Directory, Symlink, Other };

struct FileStatus {
  FileKind kind = FileKind::Other;
  std::uint32_t mode = 0;  ///< permission bits
  std::uint64_t size = 0, device = 0, inode = 0, links = 0;
  std::uint32_t owner = 0;
  std::int64_t modified_ns = 0;
};

std::optional<FileStatus> status(const fs::path& path);  ///< of the path itself, links not followed; none if absent
std::optional<FileStatus> target_status(const fs::path& path);  ///< links followed
bool exists(const fs::path& path);                              ///< the path itself, also a dangling link
bool is_directory(const fs::path& path);                        ///< links followed
/// Absolute, every link in it followed; what does not exist at its end is kept as it is written.
fs::path resolved(const fs::path& path);

std::string read_text(const fs::path& path, std::uint64_t limit = 64u << 20);
std::optional<std::string> read_text_if_present(const fs::path& path, std::uint64_t limit = 64u << 20);
FileDescriptor open_for_reading(const fs::path& path);
/// Creates the file; it must not exist.
FileDescriptor create_file(const fs::path& path, std::uint32_t mode = 0644);
/// For write_at; the file must exist, links are not followed.
FileDescriptor open_for_writing(const fs::path& path);
/// Reads up to out.size() bytes at `offset`; fewer only at the end of the file.
std::size_t read_at(const FileDescriptor& file, std::uint64_t offset, std::span<std::byte> out, const fs::path& path);
void write_all(const FileDescriptor& file, std::span<const std::byte> bytes, const fs::path& path);
void write_at(const FileDescriptor& file, std::uint64_t offset, std::span<const std::byte> bytes, const fs::path& path);
std::uint64_t file_size(const FileDescriptor& file, const fs::path& path);
FileStatus status(const FileDescriptor& file, const fs::path& path);  ///< of an open file

void write_text(const fs::path& path, std::string_view text,
                std::uint32_t mode = 0644);  ///< created or replaced in place
/// Old or new content, never a mix, also after a power loss: temporary file, fsync, rename, fsync of the folder.
void write_text_durably(const fs::path& path, std::string_view text, std::uint32_t mode = 0644);

void make_directories(const fs::path& path);
void make_directory(const fs::path& path, std::uint32_t mode = 0755);  ///< must not exist
void remove_file(const fs::path& path);
bool remove_file_if_present(const fs::path& path);
void remove_empty_directory(const fs::path& path);
void remove_tree(const fs::path& path);  ///< nothing is done if absent; links are not followed
void rename(const fs::path& from, const fs::path& to);
/// renameat2(RENAME_NOREPLACE): `to` must not exist.
void rename_new(const fs::path& from, const fs::path& to);
/// Swaps two paths in one step (renameat2 RENAME_EXCHANGE).
void exchange(const fs::path& one, const fs::path& other);
void link(const fs::path& from, const fs::path& to);
void symlink(const std::string& target, const fs::path& at);
std::string read_link(const fs::path& path);
/// A reflink (FICLONE) where the file system has them: true; false if it cannot, nothing is left behind then.
bool reflink(const fs::path& from, const fs::path& to, std::uint32_t mode);
/// Copies content, mode and modification time.
void copy_file(const fs::path& from, const fs::path& to);
void set_mode(const fs::path& path, std::uint32_t mode);
void sync_file(const fs::path& path);
void sync_directory(const fs::path& path);
/// Everything written to the file system that holds `path` is on the disk when this returns (syncfs).
void sync_file_system(const fs::path& path);
std::uint64_t free_bytes(const fs::path& path);  ///< for this user, on the file system of the nearest existing ancestor
std::vector<std::string> list_directory(const fs::path& path);  ///< names, sorted

/// A folder that goes away with the object.
class TemporaryDirectory {
 public:
  /// In `parent` (default: $TMPDIR, else /tmp), named prefix + random letters.
  explicit TemporaryDirectory(std::string_view prefix = "kenv-", const fs::path& parent = {});
  ~TemporaryDirectory();
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
  const fs::path& path() const { return path_; }
  fs::path release();  ///< the folder stays

 private:
  fs::path path_;
};

}  // namespace kenv::io
