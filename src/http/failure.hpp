// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.hpp"

namespace kenv::http {

/// How far an attempt got.
enum class Stage { Resolving, Connecting, Securing, Waiting, Receiving };

/// What is known of an attempt that failed below HTTP.
struct FailedAttempt {
  int curl_code = 0;
  std::string detail;  ///< libcurl's own words, if it had some
  std::string url;
  Stage stage = Stage::Resolving;
  std::uint64_t received = 0;             ///< bytes of the body
  std::optional<std::uint64_t> expected;  ///< of it, as the server announced
  std::chrono::milliseconds timeout{0};
  std::string trusted{};      ///< which certificates it was checked against
  std::string proxy{};        ///< "host:port (https_proxy)" if one was configured for this address
  int tunnel_status = 0;      ///< what the proxy said to CONNECT
  std::string certificate{};  ///< our own, "path (PIP_CLIENT_CERT)"
};

struct Failure {
  Error error;
  bool may_pass = false;     ///< the same request may succeed later
  bool unreachable = false;  ///< no server was reached at all: waiting long for it is seldom worth it
};

/// Libcurl's code in words: what happened, to whom, and what to do about it.
Failure describe_failure(const FailedAttempt& attempt);

}  // namespace kenv::http
