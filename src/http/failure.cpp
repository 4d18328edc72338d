// SPDX-License-Identifier: Apache-2.0
#include "http/failure.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include "base/text.hpp"
#include "http/url.hpp"

namespace kenv::http {
namespace {

constexpr const char* kCheckNetwork = "check the network, or name an index that can be reached: --index URL";
constexpr const char* kCheckTrust =
    "if a proxy or mirror has a certificate of its own, name its CA: export SSL_CERT_FILE=/path/to/ca.pem";

Error network(std::string code, const std::string& message, std::string hint = {}) {
  return Error(ExitCode::Network, std::move(code), message, std::move(hint));
}

std::string detail_of(const FailedAttempt& attempt) {
  return attempt.detail.empty() ? curl_easy_strerror(static_cast<CURLcode>(attempt.curl_code)) : attempt.detail;
}

Failure stalled(const FailedAttempt& attempt) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(attempt.timeout).count();
  const std::string where = shown(attempt.url);
  if (!attempt.connected)
    return {network("unreachable", fmt::format("no connection to {} within {} s", where, seconds), kCheckNetwork), true,
            true};
  return {
      network("stalled",
              fmt::format("{} sent nothing for {} s, after {}", where, seconds, text::human_bytes(attempt.received)),
              kCheckNetwork),
      true, false};
}

}  // namespace

Failure describe_failure(const FailedAttempt& attempt) {
  const std::string host(split_url(attempt.url).host), where = shown(attempt.url), detail = detail_of(attempt);
  switch (attempt.curl_code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return {network("host-unknown", fmt::format("the host {} is not known here", host), kCheckNetwork), true, true};
    case CURLE_COULDNT_RESOLVE_PROXY:
      return {network("proxy-unknown", fmt::format("the proxy on the way to {} is not known here: {}", host, detail),
                      "check https_proxy, http_proxy and all_proxy"),
              false, true};
    case CURLE_COULDNT_CONNECT:
      return {network("unreachable", fmt::format("no connection to {}: {}", host, detail), kCheckNetwork), true, true};
    case CURLE_OPERATION_TIMEDOUT:
      return stalled(attempt);
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
      return {network("tls-untrusted", fmt::format("{} is not trusted: {}", host, detail), kCheckTrust), false, false};
    case CURLE_SSL_CONNECT_ERROR:
      return {network("tls-failed", fmt::format("no TLS connection to {}: {}", host, detail), kCheckTrust), true, true};
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
      return {network("bad-url", fmt::format("{} is not an http or https address", without_credentials(attempt.url))),
              false, false};
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR:
    case CURLE_SEND_ERROR:
    case CURLE_GOT_NOTHING:
    case CURLE_HTTP2:
    case CURLE_HTTP2_STREAM:
      return {network("connection-broken",
                      fmt::format("the connection for {} broke after {}: {}", where,
                                  text::human_bytes(attempt.received), detail),
                      "run the same command again: what arrived is kept"),
              true, false};
    default:
      return {network("transfer-failed", fmt::format("{}: {}", where, detail), kCheckNetwork), false, false};
  }
}

}  // namespace kenv::http
