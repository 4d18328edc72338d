// SPDX-License-Identifier: Apache-2.0
#include "gpu/byte_source.hpp"

#include <algorithm>

namespace kenv::gpu {

bool MemorySource::read(std::uint64_t offset, std::span<std::byte> out) const {
  const auto bytes = view(offset, out.size());
  if (bytes.size() != out.size()) return false;
  std::ranges::copy(bytes, out.begin());
  return true;
}

std::span<const std::byte> MemorySource::view(std::uint64_t offset, std::uint64_t length) const {
  if (offset > bytes_.size() || length > bytes_.size() - offset) return {};
  return bytes_.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(length));
}

}  // namespace kenv::gpu
