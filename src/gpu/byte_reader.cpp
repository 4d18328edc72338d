// SPDX-License-Identifier: Apache-2.0
#include "gpu/byte_reader.hpp"

#include <algorithm>

namespace kenv::gpu {

std::optional<Bytes> ByteReader::at(std::uint64_t offset, std::size_t length) {
  if (length > kWindow || !contains(offset, length)) return std::nullopt;
  if (length == 0) return Bytes{};
  if (const auto view = source_.view(offset, length); !view.empty()) return view;

  const bool inside = offset >= window_offset_ && offset - window_offset_ <= window_length_ &&
                      length <= window_length_ - (offset - window_offset_);
  if (!inside) {
    window_offset_ = offset;
    window_length_ = static_cast<std::size_t>(std::min<std::uint64_t>(kWindow, size_ - offset));
    if (!source_.read(offset, std::span(window_).first(window_length_))) {
      window_length_ = 0;
      return std::nullopt;
    }
  }
  return Bytes(window_).subspan(static_cast<std::size_t>(offset - window_offset_), length);
}

std::optional<std::vector<std::byte>> ByteReader::copy(std::uint64_t offset, std::uint64_t length) {
  if (!contains(offset, length)) return std::nullopt;
  std::vector<std::byte> out(static_cast<std::size_t>(length));
  if (!source_.read(offset, out)) return std::nullopt;
  return out;
}

std::optional<std::string> ByteReader::text_at(std::uint64_t offset, std::size_t limit) {
  if (offset >= size_) return std::nullopt;
  const auto length = static_cast<std::size_t>(std::min<std::uint64_t>({limit, kWindow, size_ - offset}));
  const auto bytes = at(offset, length);
  if (!bytes) return std::nullopt;
  const auto end = std::ranges::find(*bytes, std::byte{0});
  if (end == bytes->end()) return std::nullopt;
  std::string text;
  for (auto byte = bytes->begin(); byte != end; ++byte) text += static_cast<char>(*byte);
  return text;
}

}  // namespace kenv::gpu
