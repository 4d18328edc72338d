// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>

#include "gpu/byte_source.hpp"

namespace kenv::archive {

/// Where the central directory is, as the records at the end of the archive state it.
struct EndRecord {
  std::uint64_t directory_offset = 0;
  std::uint64_t directory_size = 0;
  std::uint64_t entries = 0;
};

/// Finds the end of central directory record and, where there is one, the ZIP64 record before it (APPNOTE.TXT 4.3.14 to
/// 4.3.16). The records must follow the directory without a gap and reach to the end of the archive, and only one
/// record may do so: what two readers could read in two ways is refused.
EndRecord read_end_record(const gpu::ByteSource& source, std::string_view archive);

}  // namespace kenv::archive
