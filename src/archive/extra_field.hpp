// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace kenv::archive {

/// The block with this id in an extra field (APPNOTE.TXT 4.5); none if there is no such block. Trailing bytes that make
/// no block, which some alignment tools leave, are not looked at.
std::optional<std::span<const std::byte>> extra_block(std::span<const std::byte> extra, std::uint16_t id);

inline constexpr std::uint16_t kZip64Block = 0x0001;
inline constexpr std::uint16_t kUnicodePathBlock = 0x7075;

}  // namespace kenv::archive
