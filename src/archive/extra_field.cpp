// SPDX-License-Identifier: Apache-2.0
#include "archive/extra_field.hpp"

#include "gpu/byte_reader.hpp"

namespace kenv::archive {

std::optional<std::span<const std::byte>> extra_block(std::span<const std::byte> extra, std::uint16_t id) {
  while (extra.size() >= 4) {
    const auto length = gpu::number_at<std::uint16_t>(extra, 2);
    if (length > extra.size() - 4) return std::nullopt;
    if (gpu::number_at<std::uint16_t>(extra, 0) == id) return extra.subspan(4, length);
    extra = extra.subspan(4 + std::size_t{length});
  }
  return std::nullopt;
}

}  // namespace kenv::archive
