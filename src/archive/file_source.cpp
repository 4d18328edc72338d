// SPDX-License-Identifier: Apache-2.0
#include "archive/file_source.hpp"

#include <utility>

namespace kenv::archive {

FileSource::FileSource(const io::fs::path& path)
    : own_(io::open_for_reading(path)), file_(&own_), path_(path), length_(io::file_size(own_, path)) {}

FileSource::FileSource(const io::FileDescriptor& file, io::fs::path path, std::uint64_t offset, std::uint64_t length)
    : file_(&file), path_(std::move(path)), offset_(offset), length_(length) {}

bool FileSource::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset > length_ || out.size() > length_ - offset) return false;
  return io::read_at(*file_, offset_ + offset, out, path_) == out.size();
}

}  // namespace kenv::archive
