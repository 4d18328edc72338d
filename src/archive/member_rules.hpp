// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "archive/member.hpp"

namespace kenv::archive {

/// Refuses a member that needs more of a reader than ZIP 4.5 (stored, deflated, ZIP64): strong encryption, patches, ...
void check_version_needed(std::uint16_t version, const Member& member, std::string_view archive);

/// Refuses a member that no wheel may have: unsafe name, encryption, unknown method, link or device, impossible sizes.
void check_member(const Member& member, std::string_view archive);

/// What a wheel may have less than a plain archive: its members are files and folders and not marked as anything else.
void check_regular(const Member& member, std::string_view archive);

/// Refuses members that would write to the same path, also on a file system that ignores case, and files that lie where
/// another member needs a folder.
void check_collisions(const std::vector<Member>& members, std::string_view archive);

}  // namespace kenv::archive
