// SPDX-License-Identifier: Apache-2.0
#include "index/ranged_source.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace kenv::index {

bool RangedSource::read(std::uint64_t offset, std::span<std::byte> out) const {
  if (offset > size_ || out.size() > size_ - offset) return false;
  while (!out.empty()) {
    auto part = parts_.upper_bound(offset);
    if (part != parts_.begin()) --part;
    const bool here = part != parts_.end() && part->first <= offset && offset - part->first < part->second.size();
    if (!here) {
      missing_ = ByteRange{offset, offset + out.size()};
      return false;
    }
    const std::uint64_t skip = offset - part->first;
    const std::size_t count = std::min<std::size_t>(out.size(), part->second.size() - static_cast<std::size_t>(skip));
    std::memcpy(out.data(), part->second.data() + skip, count);
    out = out.subspan(count);
    offset += count;
  }
  return true;
}

void RangedSource::add(std::uint64_t offset, std::string bytes) {
  auto& part = parts_[offset];
  if (part.size() < bytes.size()) part = std::move(bytes);
}

std::optional<ByteRange> RangedSource::take_missing() { return std::exchange(missing_, std::nullopt); }

}  // namespace kenv::index
