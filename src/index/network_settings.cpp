// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "index/setting_sources.hpp"

namespace kenv::index {
namespace {

void read_trust(const SettingSources& sources, IndexSettings& out) {
  const auto file = first_of({sources.pip("cert"), sources.variable("REQUESTS_CA_BUNDLE"),
                              sources.variable("CURL_CA_BUNDLE"), sources.variable("SSL_CERT_FILE")});
  out.ca_file = {file.value, file.origin};
  const auto folder = sources.variable("SSL_CERT_DIR");
  out.ca_path = {folder.value, folder.origin};
  const auto own = first_of({sources.pip("client-cert"), sources.variable("SSL_CLIENT_CERT")});
  out.client_certificate = {own.value, own.origin};
  const auto netrc = sources.variable("NETRC");
  out.netrc = {netrc.value, netrc.origin};
}

/// In the lower case that everybody reads, else in the upper case that most read.
Setting<std::string> either_case(const SettingSources& sources, const std::string& lower, const std::string& upper) {
  return first_of({sources.variable(lower), sources.variable(upper)});
}

/// What curl would take something else for than is meant: a "#" or "/" in a password that was not coded ends the host
/// there, and curl's own words about it would show the rest. The value is never repeated, it may hold a password.
void check_proxy(const Setting<std::string>& proxy) {
  constexpr std::string_view kSchemes[] = {"http", "https", "socks4", "socks4a", "socks5", "socks5h"};
  const auto refuse = [&](const std::string& what) {
    throw bad_setting(fmt::format("the proxy that {} names {}", proxy.origin, what),
                      "write http://HOST:PORT or socks5h://HOST:PORT; in a user or password % : @ / # ? and blanks are "
                      "%25 %3A %40 %2F %23 %3F %20");
  };
  const auto parts = http::split_url(proxy.value);
  if (std::ranges::find(kSchemes, text::lower(parts.scheme)) == std::end(kSchemes))
    refuse("is neither an http, an https nor a socks one");
  const auto port = text::parse_unsigned(parts.port);
  const bool rest = parts.has_query || parts.has_fragment || (!parts.path.empty() && parts.path != "/");
  const bool host = !parts.host.empty() && parts.host.find_first_of(" \t\"'\\<>{}") == std::string_view::npos;
  const bool user = parts.user_info.find_first_of(" \t\r\n") == std::string_view::npos;
  if (rest || !host || !user || (!parts.port.empty() && (!port || *port == 0 || *port > 65'535)))
    refuse("is no address of a proxy");
}

/// A web server passes the "Proxy" header of a request to its scripts under the name HTTP_PROXY, so that this one does
/// not count there.
void read_proxies(const SettingSources& sources, IndexSettings& out) {
  const bool script = sources.variables().contains("REQUEST_METHOD");
  const auto own = sources.pip("proxy"), all = either_case(sources, "all_proxy", "ALL_PROXY");
  const auto general = script ? sources.variable("http_proxy") : either_case(sources, "http_proxy", "HTTP_PROXY");
  out.http_proxy = first_of({own, sources.variable("UV_HTTP_PROXY"), sources.uv("http-proxy"), general, all});
  out.https_proxy = first_of({own, sources.variable("UV_HTTPS_PROXY"), sources.uv("https-proxy"),
                              either_case(sources, "https_proxy", "HTTPS_PROXY"), all});
  // curl's own reading of "host:port"; with it, credentials are found and left out wherever a proxy is shown.
  for (auto* proxy : {&out.http_proxy, &out.https_proxy}) {
    if (proxy->value.empty()) continue;
    if (proxy->value.find("://") == std::string::npos) proxy->value.insert(0, "http://");
    check_proxy(*proxy);
  }
  out.no_proxy = first_of({sources.variable("UV_NO_PROXY"), either_case(sources, "no_proxy", "NO_PROXY")});
}

std::optional<unsigned> times(std::string_view text) {
  const auto count = text::parse_unsigned(text);
  return count && *count <= 100 ? std::optional(static_cast<unsigned>(*count)) : std::nullopt;
}

void read_patience(const SettingSources& sources, IndexSettings& out) {
  take_first({sources.variable("KENV_HTTP_TIMEOUT"), sources.pip("timeout"), sources.variable("UV_HTTP_TIMEOUT"),
              sources.variable("UV_REQUEST_TIMEOUT")},
             seconds, "timeout", "a number of seconds", out.timeout, out.unused);
  take_first({sources.variable("KENV_HTTP_RETRIES"), sources.pip("retries"), sources.variable("UV_HTTP_RETRIES")},
             times, "retries", "a number from 0 to 100", out.retries, out.unused);
}

/// "subprocess" is the command, "auto" is pip's word for whatever is there. "import" asks for a Python module.
std::optional<std::string> keyring_provider(std::string_view text) {
  const std::string word = text::lower(text);
  for (const char* known : {"subprocess", "auto", "disabled", "import"})
    if (word == known) return word;
  return std::nullopt;
}

void read_keyring(const SettingSources& sources, IndexSettings& out) {
  Setting<std::string> provider;
  take_first({sources.variable("KENV_KEYRING_PROVIDER"), sources.pip("keyring-provider"),
              sources.variable("UV_KEYRING_PROVIDER"), sources.uv("keyring-provider")},
             keyring_provider, "keyring-provider", "subprocess or disabled", provider, out.unused);
  if (provider.value == "import")
    out.unused.push_back({"keyring-provider", provider.value, provider.origin,
                          "kenv is no Python program; with \"subprocess\" it asks the command keyring"});
  else if (!provider.value.empty())
    out.keyring = {provider.value != "disabled", provider.origin};
}

}  // namespace

void read_network_settings(const SettingSources& sources, IndexSettings& out) {
  read_trust(sources, out);
  read_proxies(sources, out);
  read_patience(sources, out);
  read_keyring(sources, out);
}

}  // namespace kenv::index
