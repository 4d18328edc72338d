// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "http/client.hpp"

namespace kenv::http {

/// One attempt to be made.
struct Attempt {
  std::string url;
  std::vector<std::string> headers;
  std::string range;
  bool head = false;
  bool compressed = true;  ///< a compressed answer will do; off where the bytes themselves are wanted
  /// A download gets a connection of its own: HTTP/2 would carry all of them through one, and costs more per byte.
  bool own_connection = false;
};

/// The start of an answer (of the last one, if there were redirects).
struct AnswerHead {
  int status = 0;
  std::map<std::string, std::string> headers;
};

/// How an attempt ended.
struct AttemptEnd {
  bool complete = false;       ///< the whole answer arrived
  bool stopped = false;        ///< receive() did not want more
  std::optional<Error> error;  ///< neither
  bool error_may_pass = false;
  bool unreachable = false;  ///< no server was reached at all
  AnswerHead head;
  std::string effective_url;
  std::string authentication;  ///< of a 401 or 403: which credentials were tried, or why there were none
  std::optional<std::chrono::seconds> retry_after;
};

/// One exchange with a server: an attempt, its answer, perhaps another attempt. Exceptions out of these functions end
/// the whole run and come out of Engine::run.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual Attempt next_attempt() = 0;
  /// A piece of the body. False: no more of it is wanted.
  virtual bool receive(const AnswerHead& head, std::span<const std::byte> bytes) = 0;
  /// The delay before another attempt, or nothing if this was the last.
  virtual std::optional<std::chrono::milliseconds> ended(AttemptEnd& end) = 0;
};

/// Drives libcurl: many exchanges in one thread, connections kept between runs.
class Engine {
 public:
  explicit Engine(ClientOptions options);
  ~Engine();
  /// Starts them in order, `at_once` at a time, until all have ended. Throws Interrupted on a signal.
  void run(std::span<Exchange* const> exchanges, std::size_t at_once);
  const ClientOptions& options() const;
  std::string asked_as(const std::string& url) const;
  void find_credentials(const std::string& url);
  double spread();  ///< a random number in [0, 1), for retry_delay

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kenv::http
