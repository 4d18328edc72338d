// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <vector>

#include "http/engine.hpp"

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

/// Address, headers, credentials, trust and limits of one request.
Easy make_easy(const Attempt& attempt, const ClientOptions& options, const Share& share);

}  // namespace kenv::http
