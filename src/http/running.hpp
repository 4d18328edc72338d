// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <curl/curl.h>

#include <chrono>
#include <cstdint>
#include <exception>
#include <optional>

#include "http/easy.hpp"

namespace kenv::http {

/// Whether that is the head of an answer that only says where to ask.
bool is_redirect(const AnswerHead& head);

/// An exchange and the attempt it is in. What comes from the server goes from here to the exchange.
struct Running {
  using Clock = std::chrono::steady_clock;

  explicit Running(Exchange& its_exchange) : exchange(its_exchange) {}
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;
  ~Running() { leave(); }

  /// Sends the request that `prepared` is; nothing is left of what the one before brought.
  void enter(CURLM* into, Easy prepared);
  /// Ends what is on its way.
  void leave();

  Exchange& exchange;
  Clock::time_point due{};
  Attempt attempt;
  int redirects = 0;
  CURLM* multi = nullptr;  ///< while the handle is in it
  Easy easy;
  AnswerHead head;
  std::size_t head_bytes = 0;
  std::uint64_t received = 0;
  bool stopped = false;
  unsigned attempts = 0;
  std::optional<Clock::time_point> heard;  ///< when the server last sent something, at first: was asked
  std::optional<Credentials> sent;         ///< the configured ones that went with the request
  std::exception_ptr exception;
  char detail[CURL_ERROR_SIZE] = {};
};

}  // namespace kenv::http
