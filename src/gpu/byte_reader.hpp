// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/byte_source.hpp"

namespace kenv::gpu {

using Bytes = std::span<const std::byte>;

/// A little-endian number in `bytes`, which must hold it: the caller has asked for the whole structure before.
template <class Number>
Number number_at(Bytes bytes, std::size_t offset) {
  Number value = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i)
    value = static_cast<Number>(value | static_cast<Number>(static_cast<Number>(bytes[offset + i]) << (8 * i)));
  return value;
}

/// Reads small structures out of a ByteSource. Everything is checked against the end of the source; a source that is
/// not memory is read one small window at a time, so that hopping from header to header never pulls payloads in.
class ByteReader {
 public:
  explicit ByteReader(const ByteSource& source) : source_(source), size_(source.size()) {}

  std::uint64_t size() const { return size_; }
  /// Whether [offset, offset+length) lies within the source. Safe for every pair of numbers.
  bool contains(std::uint64_t offset, std::uint64_t length) const {
    return offset <= size_ && length <= size_ - offset;
  }

  /// The bytes at `offset`, at most kWindow of them, valid until the next call; none if they are not all there.
  std::optional<Bytes> at(std::uint64_t offset, std::size_t length);
  /// A copy of a larger piece.
  std::optional<std::vector<std::byte>> copy(std::uint64_t offset, std::uint64_t length);
  /// The text from `offset` up to its NUL; none if there is no NUL within `limit` bytes (at most kWindow).
  std::optional<std::string> text_at(std::uint64_t offset, std::size_t limit);

  static constexpr std::size_t kWindow = 4096;

 private:
  const ByteSource& source_;
  std::uint64_t size_;
  std::array<std::byte, kWindow> window_;  // deliberately not cleared: window_length_ says what is valid
  std::uint64_t window_offset_ = 0;
  std::size_t window_length_ = 0;
};

}  // namespace kenv::gpu
