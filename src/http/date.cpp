// SPDX-License-Identifier: Apache-2.0
#include "http/date.hpp"

#include <curl/curl.h>

namespace kenv::http {

std::optional<std::int64_t> parse_date(const std::string& text) {
  const std::int64_t seconds = curl_getdate(text.c_str(), nullptr);
  return seconds < 0 ? std::nullopt : std::optional(seconds);
}

}  // namespace kenv::http
