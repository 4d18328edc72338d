// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>

namespace kenv::http {

/// "Sun, 06 Nov 1994 08:49:37 GMT" and the older forms that RFC 9110 (5.6.7) admits, as seconds since 1970.
std::optional<std::int64_t> parse_date(const std::string& text);

}  // namespace kenv::http
