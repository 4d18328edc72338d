// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "base/error.hpp"
#include "http/url.hpp"

namespace kenv::http {

struct ClientOptions {
  std::filesystem::path ca_file{}, ca_path{};  ///< empty: the system's
  std::string ca_origin{};                     ///< where ca_file was named, for the message if it is missing
  std::string proxy{};                         ///< empty: http_proxy, https_proxy, all_proxy as libcurl reads them
  std::string http_proxy{};                    ///< the same for http:// addresses only
  std::filesystem::path netrc{};               ///< empty: ~/.netrc
  std::map<std::string, Credentials> credentials{};  ///< by origin (url.hpp); sent nowhere else
  std::vector<std::string> trusted_hosts{};          ///< "host" or "host:port": their certificates are not checked
  std::chrono::milliseconds timeout{30'000};         ///< to connect, and without a byte received
  std::string user_agent = "kenv/" KENV_VERSION;
  bool offline = false;                        ///< every request is refused
  unsigned retries = 4;                        ///< after failures that may pass
  std::chrono::milliseconds first_delay{500};  ///< before the first retry; doubled each time
};

struct Request {
  std::string url;
  std::string accept{};                  ///< Accept header; empty: anything
  std::string if_none_match{};           ///< an ETag we have the page for: the answer may be 304
  std::string if_modified_since{};       ///< a Last-Modified, as it was served
  std::string range{};                   ///< bytes wanted: "0-99", or "-1000" for the last thousand
  std::uint64_t body_limit = 64u << 20;  ///< a longer body is an error
};

struct Response {
  int status = 0;
  std::map<std::string, std::string> headers;  ///< of the last answer, names in lower case
  std::string effective_url;                   ///< after redirects, without credentials
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
  Engine& engine() { return *engine_; }  ///< for downloads

 private:
  std::unique_ptr<Engine> engine_;
};

/// The Error for an answer that is not what was asked for: "HTTP 404 for host/path".
Error unexpected_status(const Response& response);

}  // namespace kenv::http
