// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>

namespace kenv::archive {

/// The compression methods a wheel may use (APPNOTE.TXT 4.4.5).
inline constexpr std::uint16_t kStored = 0;
inline constexpr std::uint16_t kDeflated = 8;

/// One file or folder of an archive, as its central directory states it.
struct Member {
  std::string name;        ///< UTF-8, "/" between names; a folder's ends with "/"
  std::uint64_t size = 0;  ///< bytes when unpacked
  std::uint64_t compressed_size = 0;
  std::uint64_t header_offset = 0;  ///< of its local header
  std::uint64_t data_offset = 0;    ///< of its first compressed byte; known after the local header was read
  std::uint32_t crc = 0;            ///< CRC-32 of the unpacked bytes
  std::uint16_t method = kStored;
  std::uint16_t flags = 0;  ///< general purpose bits (APPNOTE.TXT 4.4.4)
  std::uint32_t mode = 0;   ///< st_mode as the archive's maker saw it; 0 if he had none

  bool is_directory() const { return !name.empty() && name.back() == '/'; }
  /// The sizes are repeated behind the data, because the maker did not know them when he wrote the local header.
  bool has_data_descriptor() const { return (flags & 8) != 0; }
  /// Permission bits for the unpacked file, as pip gives them: 0755 if any x bit is set on a regular file, else 0644.
  std::uint32_t permissions() const;
};

}  // namespace kenv::archive
