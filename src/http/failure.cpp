// SPDX-License-Identifier: Apache-2.0
#include "http/failure.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include "base/text.hpp"
#include "http/retry.hpp"
#include "http/url.hpp"

namespace kenv::http {
namespace {

constexpr const char* kCheckNetwork = "check the network";
constexpr const char* kCheckTrust =
    "if a proxy or mirror has a certificate of its own, name its CA: export SSL_CERT_FILE=/path/to/ca.pem";

Error network(std::string code, const std::string& message, std::string hint = {}) {
  return Error(ExitCode::Network, std::move(code), message, std::move(hint));
}

/// curl's own words, without the time it took ("... port 80 after 3 ms: ..."): the same failure reads the same each
/// time.
std::string detail_of(const FailedAttempt& attempt) {
  if (attempt.detail.empty()) return curl_easy_strerror(static_cast<CURLcode>(attempt.curl_code));
  const std::string& said = attempt.detail;
  constexpr std::string_view kAfter = " after ", kUnit = " ms";
  const std::size_t begin = said.find(kAfter);
  if (begin == std::string::npos) return said;
  const std::size_t end = said.find_first_not_of("0123456789", begin + kAfter.size());
  if (end == std::string::npos || !std::string_view(said).substr(end).starts_with(kUnit)) return said;
  return said.substr(0, begin) + said.substr(end + kUnit.size());
}

std::string host_of(const FailedAttempt& attempt) { return std::string(split_url(attempt.url).host); }

std::string by_proxy(const FailedAttempt& attempt) {
  return attempt.proxy.empty() ? "" : fmt::format(" (a proxy is set: {})", attempt.proxy);
}

/// What the time limit cut off.
std::string stall(const FailedAttempt& attempt) {
  const std::string where = shown(attempt.url), host = host_of(attempt);
  const auto limit = attempt.timeout.count() % 1000 == 0 ? fmt::format("{} s", attempt.timeout.count() / 1000)
                                                         : fmt::format("{} ms", attempt.timeout.count());
  switch (attempt.stage) {
    case Stage::Resolving:
      return fmt::format("the address of {} was not found within {}", host, limit);
    case Stage::Connecting:
      return fmt::format("no connection to {} within {}{}", where, limit, by_proxy(attempt));
    case Stage::Securing:
      return fmt::format("no TLS handshake with {} within {}{}", host, limit, by_proxy(attempt));
    case Stage::Waiting:
      return fmt::format("{} is connected and did not begin to answer within {}", where, limit);
    case Stage::Receiving:
      break;
  }
  const auto amount = attempt.expected ? fmt::format("{} of {} bytes", attempt.received, *attempt.expected)
                                       : fmt::format("{} bytes", attempt.received);
  return fmt::format("{} stalled at {}: nothing came for {}", where, amount, limit);
}

Failure stalled(const FailedAttempt& attempt) {
  const bool unreachable = attempt.stage < Stage::Waiting;
  return {network(unreachable ? "unreachable" : "stalled", stall(attempt), kCheckNetwork), true, unreachable};
}

Failure untrusted(const FailedAttempt& attempt) {
  return {network("tls-untrusted",
                  fmt::format("{} is not trusted: {}; its certificate was checked against {}", host_of(attempt),
                              detail_of(attempt), attempt.trusted),
                  kCheckTrust),
          false, false};
}

/// The server's own wish, as TLS 1.3 tells it: an alert after the handshake.
bool wants_certificate(const FailedAttempt& attempt) {
  return attempt.detail.find("certificate required") != std::string::npos ||
         attempt.detail.find("bad certificate") != std::string::npos;
}

Failure certificate_wanted(const FailedAttempt& attempt) {
  return {network("client-certificate",
                  attempt.certificate.empty()
                      ? fmt::format("{} wants a client certificate: {}", host_of(attempt), detail_of(attempt))
                      : fmt::format("{} does not take the client certificate {}: {}", host_of(attempt),
                                    attempt.certificate, detail_of(attempt)),
                  "name a PEM file with certificate and key: export SSL_CLIENT_CERT=/path/to/client.pem"),
          false, false};
}

Failure tunnel_refused(const FailedAttempt& attempt) {
  const bool credentials = attempt.tunnel_status == 407 || attempt.tunnel_status == 401;  // tinyproxy says 401
  return {network("proxy-refused",
                  fmt::format("the proxy {} refused a tunnel to {}: HTTP {}", attempt.proxy, host_of(attempt),
                              attempt.tunnel_status),
                  credentials ? "export https_proxy=http://USER:PASSWORD@HOST:PORT"
                              : "if this host is to be reached directly: export no_proxy=" + host_of(attempt)),
          !credentials && may_pass(attempt.tunnel_status), false};
}

}  // namespace

Failure describe_failure(const FailedAttempt& attempt) {
  const std::string host = host_of(attempt), where = shown(attempt.url), detail = detail_of(attempt);
  if (attempt.tunnel_status >= 300) return tunnel_refused(attempt);
  switch (attempt.curl_code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      return {network("host-unknown", fmt::format("the host {} is not known here", host), kCheckNetwork), true, true};
    case CURLE_COULDNT_RESOLVE_PROXY:
      return {network("proxy-unknown",
                      fmt::format("the proxy {} on the way to {} is not known here: {}", attempt.proxy, host, detail),
                      "check https_proxy, http_proxy and all_proxy"),
              false, true};
    case CURLE_PROXY:
      return {network("proxy-refused", fmt::format("the proxy {} did not lead to {}: {}", attempt.proxy, host, detail),
                      "check https_proxy, http_proxy and all_proxy, and the credentials in them"),
              false, true};
    case CURLE_COULDNT_CONNECT:
      return {network("unreachable", fmt::format("no connection to {}: {}{}", where, detail, by_proxy(attempt)),
                      kCheckNetwork),
              true, true};
    case CURLE_OPERATION_TIMEDOUT:
      return stalled(attempt);
    case CURLE_PEER_FAILED_VERIFICATION:
      return untrusted(attempt);
    case CURLE_SSL_CACERT_BADFILE:
      return {network("ca-file-unusable",
                      fmt::format("the certificates to trust cannot be read: {} ({})", attempt.trusted, detail),
                      "name a file of PEM certificates: export SSL_CERT_FILE=/path/to/ca.pem"),
              false, false};
    case CURLE_SSL_CERTPROBLEM:
      return {network("client-certificate",
                      fmt::format("the client certificate {} cannot be used: {}", attempt.certificate, detail),
                      "name a PEM file with certificate and key, the key without a passphrase: export "
                      "SSL_CLIENT_CERT=/path/to/client.pem"),
              false, false};
    case CURLE_SSL_CONNECT_ERROR:
      if (wants_certificate(attempt)) return certificate_wanted(attempt);
      return {network("tls-failed", fmt::format("no TLS connection to {}: {}{}", host, detail, by_proxy(attempt)),
                      kCheckTrust),
              true, true};
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
      if (wants_certificate(attempt)) return certificate_wanted(attempt);
      return {network("connection-broken",
                      fmt::format("the connection for {} broke after {}: {}{}", where,
                                  text::human_bytes(attempt.received), detail, by_proxy(attempt)),
                      "run the same command again: what arrived is kept"),
              true, false};
    default:
      return {network("transfer-failed", fmt::format("{}: {}{}", where, detail, by_proxy(attempt)), kCheckNetwork),
              false, false};
  }
}

}  // namespace kenv::http
