// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv::http {

/// What kenv can undo, for the Accept-Encoding header.
inline constexpr const char* kAcceptEncoding = "gzip";

/// How much room a body of known length has behind it: parsers that read over the end (simdjson) can work on it in
/// place, where a copy of a page of 40 MB would be the largest thing in memory.
inline constexpr std::size_t kRoomBehindBody = 64;

/// Undoes the Content-Encoding of a whole body. By our own hands, because libcurl passes off what a cut gzip stream
/// gives as the whole answer: half a page would look like a page. Refuses what is cut, damaged, longer than `limit`
/// when undone, or in an encoding that nobody asked for.
Result<std::string> without_content_encoding(std::string body, std::string_view encoding, std::uint64_t limit);

}  // namespace kenv::http
