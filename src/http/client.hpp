// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "http/configured_credentials.hpp"

namespace kenv::http {

/// What a search for credentials came to: credentials, or why there are none.
struct FoundCredentials {
  std::optional<Credentials> credentials;
  std::string explanation;
};

/// Asked once for each origin that answers 401; `user` is the name if one is known. May take its time.
using CredentialFinder = std::function<FoundCredentials(const std::string& url, const std::string& user)>;

/// Addresses that begin with `from` are fetched from `to` instead. Answers are known by their address as asked for, so
/// that nothing of the mirror shows in what is kept.
struct Mirror {
  std::string from, to;
  bool operator==(const Mirror&) const = default;
};

/// The address of a proxy, with its credentials if it wants some: http, https, socks5 or socks5h.
struct Proxy {
  std::string url, origin;
};

struct ClientOptions {
  std::filesystem::path ca_file{}, ca_path{};  ///< empty: the system's. ca_path may be several, with ":" between
  std::string ca_origin{};                     ///< where they were named, for messages
  std::filesystem::path client_certificate{};  ///< PEM with certificate and key, for servers that ask for one
  std::string client_certificate_origin{};
  Proxy http_proxy{}, https_proxy{};  ///< for addresses of that scheme; the process's variables do not count
  std::string no_proxy{};             ///< hosts and domains that are reached directly, "," between
  std::filesystem::path netrc{};      ///< empty: ~/.netrc
  ConfiguredCredentials credentials{};
  CredentialFinder find_credentials{};        ///< none: a 401 is final
  std::vector<std::string> trusted_hosts{};   ///< "host" or "host:port": their certificates are not checked
  std::vector<Mirror> mirrors{};              ///< the longest `from` counts
  std::chrono::milliseconds timeout{30'000};  ///< to connect, and without a byte received
  std::string user_agent = "kenv/" KENV_VERSION;
  bool offline = false;                        ///< every request is refused
  unsigned retries = 4;                        ///< after failures that may pass
  std::chrono::milliseconds first_delay{500};  ///< before the first retry; doubled each time
  /// Told that a server is silent for long, and that something is tried once more, each once for a server.
  std::function<void(const std::string& line)> announce{};
  std::chrono::milliseconds long_silence{5000};
};

/// The options as they can be used: a ca_file that is a folder becomes the ca_path (both are usual in the variables
/// that name one). Throws Error(Usage) for certificates that are not there.
ClientOptions checked(ClientOptions options);

struct Request {
  std::string url;
  std::string accept{};                  ///< Accept header; empty: anything
  std::string if_none_match{};           ///< an ETag we have the page for: the answer may be 304
  std::string if_modified_since{};       ///< a Last-Modified, as it was served
  std::string range{};                   ///< bytes wanted: "0-99", or "-1000" for the last thousand
  std::uint64_t body_limit = 64u << 20;  ///< a longer body is an error
  bool head = false;                     ///< HEAD: what an answer says of its body is all that is wanted
};

struct Response {
  int status = 0;
  std::map<std::string, std::string> headers;  ///< of the last answer, names in lower case
  std::string effective_url;                   ///< after redirects, without credentials, as if no mirror was there
  std::string authentication{};                ///< of a 401 or 403: which credentials were tried, for the message
  /// Undone from any content encoding. Empty if a range was asked for and the server offers the whole file instead
  /// (status 200): that is not read.
  std::string body;

  bool ok() const { return status >= 200 && status < 300; }
  std::string header(std::string_view name) const;  ///< empty if absent
};

/// One attempt after another until there is an answer: a status below 500 is one, whatever it says. What may pass
/// (408, 425, 429, 5xx, a connection that breaks) is tried again; then it is an Error with exit code Network.
using Outcome = std::variant<Response, Error>;

class Engine;

/// An HTTP client (libcurl) that keeps its connections. For one thread at a time.
class Client {
 public:
  explicit Client(ClientOptions options);
  ~Client();
  Client(Client&&) noexcept;

  Response fetch(const Request& request);
  /// All at once over few connections; answers in the order of the requests. Throws only Interrupted.
  std::vector<Outcome> fetch_all(std::span<const Request> requests);

  const ClientOptions& options() const;
  /// Whom an address asks, and as whom, by what is known now: what is there depends on both. The mirror, the user and
  /// what tells one password from another without giving it away, "\n" before each that there is; empty: itself, as
  /// nobody.
  std::string asked_as(const std::string& url) const;
  /// Asks the finder of credentials now, as a 401 would: once for an origin, and not where a password is known.
  void find_credentials(const std::string& url);
  Engine& engine() { return *engine_; }  ///< for downloads

 private:
  std::unique_ptr<Engine> engine_;
};

/// The Error for an answer that is not what was asked for: "HTTP 404 for host/path".
Error unexpected_status(const Response& response);

}  // namespace kenv::http
