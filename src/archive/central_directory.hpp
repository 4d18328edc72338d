// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/member.hpp"
#include "gpu/byte_source.hpp"

namespace kenv::archive {

/// The table of contents of a ZIP archive. It is the truth; local headers may only repeat it.
struct CentralDirectory {
  std::vector<Member> members;  ///< in the order of the directory; data_offset is not known yet
  std::uint64_t offset = 0;     ///< where the directory begins, which is where the last member ends
};

/// Reads and checks it: every name is safe and unique, every kind, method and size one that a wheel may have. Touches
/// only the end of the source, so a ranged tail of a remote wheel will do. `archive` names it in refusals.
CentralDirectory read_central_directory(const gpu::ByteSource& source, std::string_view archive);

/// Reads the member's local header, refuses one that contradicts the directory, and fills in data_offset.
void locate_data(const gpu::ByteSource& source, Member& member, std::string_view archive);

/// Locates every member and refuses an archive whose members overlap, or that has something between them or before the
/// first one which could be part of another archive: there things are hidden from one reader and shown to another.
void locate_all(const gpu::ByteSource& source, CentralDirectory& directory, std::string_view archive);

}  // namespace kenv::archive
