// SPDX-License-Identifier: Apache-2.0
#include "http/running.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "base/text.hpp"

namespace kenv::http {

bool is_redirect(const AnswerHead& head) {
  constexpr int kStatuses[] = {300, 301, 302, 303, 307, 308};
  return std::find(std::begin(kStatuses), std::end(kStatuses), head.status) != std::end(kStatuses) &&
         head.headers.contains("location");
}

namespace {

constexpr std::uint64_t kMostUnread = 1u << 20;

extern "C" size_t on_body(char* data, size_t, size_t size, void* user) {
  Running& running = *static_cast<Running*>(user);
  running.heard = Clock::now();
  running.received += size;
  if (is_redirect(running.head) || running.head.status == 401) {  // nobody reads those
    running.stopped = running.received > kMostUnread;
    return running.stopped ? 0 : size;
  }
  try {
    if (running.exchange.receive(running.head, std::as_bytes(std::span(data, size)))) return size;
    running.stopped = true;
  } catch (...) {
    running.exception = std::current_exception();  // C code lies between here and run()
  }
  return 0;
}

extern "C" size_t on_header(char* data, size_t, size_t size, void* user) {
  constexpr std::size_t kMostHeadBytes = 256u << 10;
  Running& running = *static_cast<Running*>(user);
  running.heard = Clock::now();
  const std::string_view line = text::trim(std::string_view(data, size));
  if (line.starts_with("HTTP/")) {  // an answer begins; those of a proxy and "100 Continue" come before the real one
    running.head = {};
    const auto words = text::split(line, ' ');
    const auto status = text::parse_unsigned(words.size() > 1 ? words[1] : "");
    running.head.status = status && *status < 1000 ? static_cast<int>(*status) : 0;
  }
  running.head_bytes += size;
  if (running.head_bytes > kMostHeadBytes) return 0;
  if (const auto colon = line.find(':'); colon != std::string_view::npos) {
    const auto value = text::trim(line.substr(colon + 1));
    auto& kept = running.head.headers[text::lower(text::trim(line.substr(0, colon)))];
    // Of a list that stands in several lines all count (RFC 9110, section 5.3); of what is no list, the last.
    const bool more = !kept.empty() && text::lower(text::trim(line.substr(0, colon))) == "cache-control";
    kept = more ? kept + ", " + std::string(value) : std::string(value);
  }
  return size;
}

/// The connection stands, the request goes out.
extern "C" int on_request(void* user, char*, char*, int, int) {
  static_cast<Running*>(user)->heard = Clock::now();
  return CURL_PREREQFUNC_OK;
}

}  // namespace

void Running::enter(CURLM* into, Easy prepared) {
  leave();
  easy = std::move(prepared);
  head = {};
  head_bytes = 0;
  received = 0;
  detail[0] = '\0';
  stopped = false;
  heard.reset();
  CURL* handle = easy.handle.get();
  curl_easy_setopt(handle, CURLOPT_PRIVATE, this);
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, on_body);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, on_header);
  curl_easy_setopt(handle, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(handle, CURLOPT_PREREQFUNCTION, on_request);
  curl_easy_setopt(handle, CURLOPT_PREREQDATA, this);
  curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, detail);
  multi = into;
  curl_multi_add_handle(multi, handle);
}

void Running::leave() {
  if (multi != nullptr) curl_multi_remove_handle(multi, easy.handle.get());
  multi = nullptr;
  easy = {};
}

}  // namespace kenv::http
