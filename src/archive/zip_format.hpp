// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

// What ZIP archives are recognised by (APPNOTE.TXT 4.3).
namespace kenv::archive {

inline constexpr std::uint32_t kHeaderSignature = 0x04034b50, kDescriptorSignature = 0x08074b50,
                               kEntrySignature = 0x02014b50, kEndSignature = 0x06054b50, kEnd64Signature = 0x06064b50,
                               kLocatorSignature = 0x07064b50;

/// Stands in a field of 32 bits whose value is in the ZIP64 block (4.5.3).
inline constexpr std::uint32_t kFull = 0xffffffff;

}  // namespace kenv::archive
