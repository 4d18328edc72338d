// SPDX-License-Identifier: Apache-2.0
#include "http/easy.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <new>

#include "base/text.hpp"
#include "http/content_encoding.hpp"

namespace kenv::http {
namespace {

/// The largest that libcurl 7.88 takes. A download of gigabytes should not be cut into small reads.
constexpr long kDownloadBuffer = 512 << 10, kPageBuffer = 64 << 10;

bool is_trusted(const ClientOptions& options, std::string_view url) {
  const UrlParts parts = split_url(url);
  const std::string host = text::lower(parts.host), with_port = host + ":" + std::string(parts.port);
  return std::any_of(options.trusted_hosts.begin(), options.trusted_hosts.end(),
                     [&](const auto& trusted) { return trusted == host || trusted == with_port; });
}

/// OpenSSL needs tens of milliseconds to read a bundle of certificates. libcurl keeps what was read, but only while no
/// folder of certificates is set; Debian's libcurl sets one by default, so it is taken out where the bundle says the
/// same.
void set_trust(CURL* handle, const ClientOptions& options, std::string_view url) {
  const char* folder = options.ca_path.empty() ? nullptr : options.ca_path.c_str();
  if (!options.ca_file.empty()) {
    curl_easy_setopt(handle, CURLOPT_CAINFO, options.ca_file.c_str());
    if (options.ca_file.parent_path() == options.ca_path) folder = nullptr;
  }
  const bool has_bundle = !options.ca_file.empty() || curl_version_info(CURLVERSION_NOW)->cainfo != nullptr;
  if (folder != nullptr || has_bundle) curl_easy_setopt(handle, CURLOPT_CAPATH, folder);
  if (!options.ca_file.empty()) curl_easy_setopt(handle, CURLOPT_PROXY_CAINFO, options.ca_file.c_str());
  if (folder != nullptr) curl_easy_setopt(handle, CURLOPT_PROXY_CAPATH, folder);
  curl_easy_setopt(handle, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
  if (!options.client_certificate.empty()) {
    curl_easy_setopt(handle, CURLOPT_SSLCERT, options.client_certificate.c_str());
    curl_easy_setopt(handle, CURLOPT_SSLKEY, options.client_certificate.c_str());
  }
  if (is_trusted(options, url)) {
    curl_easy_setopt(handle, CURLOPT_SSL_VERIFYPEER, 0L);
    curl_easy_setopt(handle, CURLOPT_SSL_VERIFYHOST, 0L);
  }
}

/// Those in the address itself come first (libcurl takes them from there).
void set_credentials(CURL* handle, const std::optional<Credentials>& credentials, std::string_view url) {
  if (!credentials || credentials_in(url)) return;
  curl_easy_setopt(handle, CURLOPT_USERNAME, credentials->user.c_str());
  curl_easy_setopt(handle, CURLOPT_PASSWORD, credentials->password.c_str());
}

/// Silence after that is the engine's to notice: libcurl measures it by an average, which takes seconds longer.
void set_limits(CURL* handle, const ClientOptions& options) {
  const auto milliseconds = static_cast<long>(options.timeout.count());
  curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, milliseconds);
  curl_easy_setopt(handle, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
}

const Proxy& proxy_for(const ClientOptions& options, std::string_view url) {
  return text::lower(split_url(url).scheme) == "http" ? options.http_proxy : options.https_proxy;
}

void set_transport(CURL* handle, const Attempt& attempt, const ClientOptions& options) {
  curl_easy_setopt(handle, CURLOPT_HTTP_VERSION,
                   static_cast<long>(attempt.own_connection ? CURL_HTTP_VERSION_1_1 : CURL_HTTP_VERSION_2TLS));
  // Better one connection that carries all than a crowd of them, each with its handshake.
  if (!attempt.own_connection && attempt.url.starts_with("https:")) curl_easy_setopt(handle, CURLOPT_PIPEWAIT, 1L);
  curl_easy_setopt(handle, CURLOPT_BUFFERSIZE, attempt.own_connection ? kDownloadBuffer : kPageBuffer);
  // Both set in any case: libcurl would otherwise look at variables of its own choice.
  curl_easy_setopt(handle, CURLOPT_PROXY, proxy_for(options, attempt.url).url.c_str());
  curl_easy_setopt(handle, CURLOPT_NOPROXY, options.no_proxy.c_str());
  curl_easy_setopt(handle, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
}

std::string trusted_by(const ClientOptions& options) {
  const auto& named = options.ca_file.empty() ? options.ca_path : options.ca_file;
  if (!named.empty()) return named.string() + (options.ca_origin.empty() ? "" : " (" + options.ca_origin + ")");
  const char* bundle = curl_version_info(CURLVERSION_NOW)->cainfo;
  return bundle == nullptr ? "the system's certificates" : fmt::format("the system's certificates ({})", bundle);
}

/// "host:port (https_proxy)"
std::string shown_proxy(const Proxy& proxy) {
  if (proxy.url.empty()) return {};
  const auto parts = split_url(proxy.url);
  std::string out(parts.host);
  if (!parts.port.empty()) out.append(":").append(parts.port);
  return proxy.origin.empty() ? out : out + " (" + proxy.origin + ")";
}

Stage stage_of(CURL* handle, bool securing, const AnswerHead& head) {
  const auto passed = [&](CURLINFO moment) {
    curl_off_t after = 0;
    curl_easy_getinfo(handle, moment, &after);
    return after > 0;
  };
  if (head.status > 0) return Stage::Receiving;
  if (passed(CURLINFO_PRETRANSFER_TIME_T)) return Stage::Waiting;
  if (securing) return Stage::Securing;
  return passed(CURLINFO_NAMELOOKUP_TIME_T) ? Stage::Connecting : Stage::Resolving;
}

extern "C" CURLcode on_handshake(CURL*, void*, void* securing) {
  *static_cast<bool*>(securing) = true;
  return CURLE_OK;
}

curl_slist* header_lines(const std::vector<std::string>& lines) {
  curl_slist* list = nullptr;
  for (const auto& line : lines) {
    curl_slist* longer = curl_slist_append(list, line.c_str());
    if (longer == nullptr) {
      curl_slist_free_all(list);
      throw std::bad_alloc();
    }
    list = longer;
  }
  return list;
}

}  // namespace

void CloseEasy::operator()(void* handle) const { curl_easy_cleanup(handle); }
void FreeHeaderLines::operator()(void* list) const { curl_slist_free_all(static_cast<curl_slist*>(list)); }

Share::Share() : share_(curl_share_init()) {
  if (share_ == nullptr) throw std::bad_alloc();
  curl_share_setopt(static_cast<CURLSH*>(share_), CURLSHOPT_SHARE, CURL_LOCK_DATA_SSL_SESSION);
}

Share::~Share() { curl_share_cleanup(static_cast<CURLSH*>(share_)); }

Easy make_easy(const Attempt& attempt, const std::optional<Credentials>& credentials, const ClientOptions& options,
               const Share& share) {
  Easy easy;
  auto lines = attempt.headers;
  lines.push_back(std::string("Accept-Encoding: ") + (attempt.compressed ? kAcceptEncoding : "identity"));
  easy.header_lines.reset(header_lines(lines));
  easy.handle.reset(curl_easy_init());
  CURL* handle = easy.handle.get();
  if (handle == nullptr) throw std::bad_alloc();
  curl_easy_setopt(handle, CURLOPT_URL, attempt.url.c_str());
  curl_easy_setopt(handle, CURLOPT_USERAGENT, options.user_agent.c_str());
  curl_easy_setopt(handle, CURLOPT_SHARE, static_cast<CURLSH*>(share.get()));
  if (easy.header_lines)
    curl_easy_setopt(handle, CURLOPT_HTTPHEADER, static_cast<curl_slist*>(easy.header_lines.get()));
  if (attempt.head) curl_easy_setopt(handle, CURLOPT_NOBODY, 1L);
  if (!attempt.range.empty()) curl_easy_setopt(handle, CURLOPT_RANGE, attempt.range.c_str());
  curl_easy_setopt(handle, CURLOPT_SSL_CTX_FUNCTION, on_handshake);
  curl_easy_setopt(handle, CURLOPT_SSL_CTX_DATA, easy.securing.get());
  set_trust(handle, options, attempt.url);
  set_credentials(handle, credentials, attempt.url);
  set_limits(handle, options);
  set_transport(handle, attempt, options);
  return easy;
}

FailedAttempt failed_attempt(const Easy& easy, int curl_code, const std::string& url, const AnswerHead& head,
                             std::uint64_t received, const std::string& detail, const ClientOptions& options) {
  CURL* handle = easy.handle.get();
  FailedAttempt failed;
  failed.curl_code = curl_code;
  failed.detail = detail;
  failed.url = url;
  failed.stage = stage_of(handle, *easy.securing, head);
  failed.received = received;
  if (const auto length = head.headers.find("content-length"); length != head.headers.end())
    failed.expected = text::parse_unsigned(length->second);
  failed.timeout = options.timeout;
  failed.trusted = trusted_by(options);
  failed.proxy = shown_proxy(proxy_for(options, url));
  if (!options.client_certificate.empty())
    failed.certificate = fmt::format("{} ({})", options.client_certificate.string(), options.client_certificate_origin);
  long tunnel = 0;
  curl_easy_getinfo(handle, CURLINFO_HTTP_CONNECTCODE, &tunnel);
  failed.tunnel_status = static_cast<int>(tunnel);
  return failed;
}

}  // namespace kenv::http
