// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "gpu/byte_source.hpp"
#include "io/files.hpp"

namespace kenv::archive {

/// The bytes of an open file, or of a range of it, read where they are asked for and never mapped: a file that shrinks
/// is a failed read and not a signal.
class FileSource final : public gpu::ByteSource {
 public:
  explicit FileSource(const io::fs::path& path);
  /// The `length` bytes from `offset` on of a file that somebody else keeps open. `path` is for messages.
  FileSource(const io::FileDescriptor& file, io::fs::path path, std::uint64_t offset, std::uint64_t length);

  FileSource(const FileSource&) = delete;
  FileSource& operator=(const FileSource&) = delete;

  std::uint64_t size() const override { return length_; }
  const io::FileDescriptor& file() const { return *file_; }
  /// May be called from several threads at once. Throws io::FileError where the system cannot read.
  bool read(std::uint64_t offset, std::span<std::byte> out) const override;

 private:
  io::FileDescriptor own_;
  const io::FileDescriptor* file_;
  io::fs::path path_;
  std::uint64_t offset_ = 0, length_ = 0;
};

}  // namespace kenv::archive
