// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <span>

namespace kenv::gpu {

/// Bytes that can be read at any offset without being in memory as a whole: a mapped file, a range of it, an inflated
/// member of a wheel. The fatbin readers ask only for headers, so a 4 GB library costs a few pages.
class ByteSource {
 public:
  virtual ~ByteSource() = default;
  virtual std::uint64_t size() const = 0;
  /// Copies out.size() bytes from `offset`; false if they are not all there (end of file, a file that shrank).
  virtual bool read(std::uint64_t offset, std::span<std::byte> out) const = 0;
  /// A view of [offset, offset+length) without copying, where the source is memory; an empty span elsewhere.
  virtual std::span<const std::byte> view(std::uint64_t, std::uint64_t) const { return {}; }
};

/// A source over bytes in memory (a mapping, a buffer), which must outlive it.
class MemorySource final : public ByteSource {
 public:
  explicit MemorySource(std::span<const std::byte> bytes) : bytes_(bytes) {}
  std::uint64_t size() const override { return bytes_.size(); }
  bool read(std::uint64_t offset, std::span<std::byte> out) const override;
  std::span<const std::byte> view(std::uint64_t offset, std::uint64_t length) const override;

 private:
  std::span<const std::byte> bytes_;
};

}  // namespace kenv::gpu
