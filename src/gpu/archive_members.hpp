// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <vector>

#include "base/result.hpp"
#include "gpu/byte_reader.hpp"

namespace kenv::gpu {

/// A file inside a static library (ar format): where its content stands.
struct ArchiveMember {
  std::uint64_t offset = 0, size = 0;
};

bool is_archive(ByteReader& reader);
Result<std::vector<ArchiveMember>> read_archive_members(ByteReader& reader);

/// A part of a source as a source of its own.
class RangeSource final : public ByteSource {
 public:
  /// The range must lie within `whole`, which must outlive this.
  RangeSource(const ByteSource& whole, std::uint64_t offset, std::uint64_t size)
      : whole_(whole), offset_(offset), size_(size) {}
  std::uint64_t size() const override { return size_; }
  bool read(std::uint64_t offset, std::span<std::byte> out) const override;
  std::span<const std::byte> view(std::uint64_t offset, std::uint64_t length) const override;

 private:
  const ByteSource& whole_;
  std::uint64_t offset_, size_;
};

}  // namespace kenv::gpu
