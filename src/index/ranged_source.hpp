// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <string>

#include "gpu/byte_source.hpp"

namespace kenv::index {

struct ByteRange {
  std::uint64_t first = 0, end = 0;  ///< [first, end)
};

/// A remote file of which only parts are here. A read of what is missing fails and is remembered, so that whoever
/// fetches can get that part and let the reader try once more.
class RangedSource final : public gpu::ByteSource {
 public:
  std::uint64_t size() const override { return size_; }
  bool read(std::uint64_t offset, std::span<std::byte> out) const override;

  void set_size(std::uint64_t size) { size_ = size; }
  void add(std::uint64_t offset, std::string bytes);
  /// The part that the last failing read wanted, and forgets it.
  std::optional<ByteRange> take_missing();

 private:
  std::uint64_t size_ = 0;
  std::map<std::uint64_t, std::string> parts_;  // by offset; not overlapping in a way that matters
  mutable std::optional<ByteRange> missing_;
};

}  // namespace kenv::index
