// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "http/client.hpp"

namespace kenv::test {

inline http::ClientOptions quick() {
  http::ClientOptions options;
  options.first_delay = std::chrono::milliseconds(1);
  options.retries = 2;
  return options;
}

inline http::Request to(std::string url) {
  http::Request request;
  request.url = std::move(url);
  return request;
}

/// The Error that fetching ends with.
inline Error failure(http::Client& client, const http::Request& request) {
  try {
    client.fetch(request);
  } catch (const Error& error) {
    return error;
  }
  return Error(ExitCode::Ok, "none", "nothing was thrown");
}

/// The same, by a client of these options, which may be refused themselves.
inline Error failure(const http::ClientOptions& options, const std::string& url) {
  try {
    http::Client client(options);
    return failure(client, to(url));
  } catch (const Error& error) {
    return error;
  }
}

}  // namespace kenv::test
