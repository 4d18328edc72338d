// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "http/engine.hpp"
#include "http/failure.hpp"

namespace kenv::http {

// libcurl's handles are void in its own header too, so that need not be included here.
struct CloseEasy {
  void operator()(void* handle) const;
};
struct FreeHeaderLines {
  void operator()(void* list) const;
};

/// A libcurl handle for one request, with the header lines that it refers to.
struct Easy {
  std::unique_ptr<void, FreeHeaderLines> header_lines;
  std::unique_ptr<void, CloseEasy> handle;  // closed first
  /// Set when the TLS handshake of this request begins; libcurl tells the time of connecting only after both.
  std::unique_ptr<bool> securing = std::make_unique<bool>(false);
};

/// What handles have in common: TLS sessions, so that a second connection to a host needs no full handshake.
class Share {
 public:
  Share();
  ~Share();
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;
  void* get() const { return share_; }

 private:
  void* share_;
};

/// What a handle knows of an attempt that failed.
FailedAttempt failed_attempt(const Easy& easy, int curl_code, const std::string& url, const AnswerHead& head,
                             std::uint64_t received, const std::string& detail, const ClientOptions& options);
/// Address, headers, credentials, trust and limits of one request.
Easy make_easy(const Attempt& attempt, const std::optional<Credentials>& credentials, const ClientOptions& options,
               const Share& share);

}  // namespace kenv::http
