// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace kenv::http {

/// What is known of an attempt that failed below HTTP.
struct FailedAttempt {
  int curl_code = 0;
  std::string detail;  ///< libcurl's own words, if it had some
  std::string url;
  std::uint64_t received = 0;  ///< bytes of the body
  bool connected = false;
  std::chrono::milliseconds timeout{0};
};

struct Failure {
  Error error;
  bool may_pass = false;     ///< the same request may succeed later
  bool unreachable = false;  ///< no server was reached at all: waiting long for it is seldom worth it
};

/// Libcurl's code in words: what happened, to whom, and what to do about it.
Failure describe_failure(const FailedAttempt& attempt);

}  // namespace kenv::http
