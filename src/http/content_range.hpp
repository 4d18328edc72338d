// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>

namespace kenv::http {

/// What a Content-Range header says (RFC 9110, 14.4): "bytes 100-199/1000", of a 416 "bytes */1000". A server that does
/// not know the whole size says "*" for it.
struct ContentRange {
  struct Part {
    std::uint64_t first = 0, end = 0;  ///< [first, end)
  };
  std::optional<Part> part;
  std::optional<std::uint64_t> total;
};

/// Nothing if it is no such header, or says what cannot be.
std::optional<ContentRange> parse_content_range(std::string_view header);

}  // namespace kenv::http
