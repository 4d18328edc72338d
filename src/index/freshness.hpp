// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <string>

// What HTTP says about keeping an answer (RFC 9111), for a private cache.
namespace kenv::index {

/// How long an answer may be used unasked: what Cache-Control or Expires says, less the time it spent in caches on the
/// way. Where it says nothing: not at all if it can be asked whether the page is still the same, which costs little,
/// else ten minutes. (RFC 9111, 4.2.2, would allow to guess; whoever has just uploaded a version wants to see it.)
/// "Vary: *" is never fresh; other kinds of Vary are met, since all that we ask of an address is asked in the same
/// words.
std::int64_t freshness_seconds(const std::map<std::string, std::string>& headers, std::int64_t now);

/// False for "no-store".
bool may_be_kept(const std::map<std::string, std::string>& headers);

}  // namespace kenv::index
