// SPDX-License-Identifier: Apache-2.0
#include "http/client.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "http/content_encoding.hpp"
#include "http/engine.hpp"
#include "http/retry.hpp"

namespace kenv::http {
namespace {

/// HTTP/2 carries them through one connection; with HTTP/1.1 the engine opens a bounded number per host.
constexpr std::size_t kRequestsAtOnce = 64;

/// A request whose answer is kept in memory.
class Fetch final : public Exchange {
 public:
  Fetch(const Request& request, Engine& engine) : request_(request), engine_(engine) {}

  Attempt next_attempt() override {
    body_.clear();
    Attempt attempt;
    attempt.url = request_.url;
    attempt.range = request_.range;
    attempt.head = request_.head;
    attempt.compressed = request_.range.empty() && !request_.head;
    if (!request_.accept.empty()) attempt.headers.push_back("Accept: " + request_.accept);
    if (!request_.if_none_match.empty()) attempt.headers.push_back("If-None-Match: " + request_.if_none_match);
    if (!request_.if_modified_since.empty())
      attempt.headers.push_back("If-Modified-Since: " + request_.if_modified_since);
    return attempt;
  }

  bool receive(const AnswerHead& head, std::span<const std::byte> bytes) override {
    if (!request_.range.empty() && head.status == 200) return false;
    if (bytes.size() > request_.body_limit - body_.size()) {
      too_long_ = true;
      return false;
    }
    if (body_.empty()) reserve(head);
    body_.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    return true;
  }

  std::optional<std::chrono::milliseconds> ended(AttemptEnd& end) override {
    if (!end.error && !too_long_ && !request_.head) undo_encoding(end);
    // What a head tells is good to know and not worth waiting for.
    const bool again = !request_.head && (end.error ? end.error_may_pass : may_pass(end.head.status));
    const unsigned most = end.unreachable ? std::min(1u, engine_.options().retries) : engine_.options().retries;
    if (again && attempts_ < most)
      if (const auto delay = retry_delay(engine_.options().first_delay, attempts_++, engine_.spread(), end.retry_after))
        return delay;
    outcome_ = conclude(end);
    return std::nullopt;
  }

  Outcome take() { return std::move(*outcome_); }

 private:
  void reserve(const AnswerHead& head) {
    const auto length = head.headers.find("content-length");
    if (length == head.headers.end()) return;
    if (const auto bytes = text::parse_unsigned(length->second); bytes && *bytes <= request_.body_limit)
      body_.reserve(static_cast<std::size_t>(*bytes) + kRoomBehindBody);
  }

  void undo_encoding(AttemptEnd& end) {
    const auto encoding = end.head.headers.find("content-encoding");
    if (encoding == end.head.headers.end()) return;
    auto undone = without_content_encoding(std::move(body_), encoding->second, request_.body_limit);
    body_.clear();
    if (undone) {
      body_ = std::move(*undone);
      return;
    }
    end.error =
        Error(ExitCode::Network, "bad-encoding",
              fmt::format("the answer of {} cannot be read: {}", shown(end.effective_url), undone.error().message),
              "try again later");
    end.error_may_pass = true;
  }

  Outcome conclude(AttemptEnd& end) {
    if (end.error) return std::move(*end.error);
    if (too_long_)
      return Error(
          ExitCode::Network, "answer-too-long",
          fmt::format("{} answered with more than {}", shown(request_.url), text::human_bytes(request_.body_limit)));
    Response response{end.head.status, std::move(end.head.headers), std::move(end.effective_url),
                      std::move(end.authentication), std::move(body_)};
    if (may_pass(response.status)) return unexpected_status(response);
    return response;
  }

  const Request& request_;
  Engine& engine_;
  std::string body_;
  bool too_long_ = false;
  unsigned attempts_ = 0;
  std::optional<Outcome> outcome_;
};

}  // namespace

std::string Response::header(std::string_view name) const {
  const auto found = headers.find(std::string(name));
  return found == headers.end() ? std::string() : found->second;
}

Client::Client(ClientOptions options) : engine_(std::make_unique<Engine>(std::move(options))) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;

const ClientOptions& Client::options() const { return engine_->options(); }

std::string Client::asked_as(const std::string& url) const { return engine_->asked_as(url); }

void Client::find_credentials(const std::string& url) { engine_->find_credentials(url); }

Response Client::fetch(const Request& request) {
  auto outcome = std::move(fetch_all(std::span(&request, 1)).front());
  if (auto* error = std::get_if<Error>(&outcome)) throw std::move(*error);
  return std::get<Response>(std::move(outcome));
}

std::vector<Outcome> Client::fetch_all(std::span<const Request> requests) {
  std::vector<std::unique_ptr<Fetch>> fetches;
  std::vector<Exchange*> exchanges;
  for (const auto& request : requests) {
    fetches.push_back(std::make_unique<Fetch>(request, *engine_));
    exchanges.push_back(fetches.back().get());
  }
  engine_->run(exchanges, kRequestsAtOnce);
  std::vector<Outcome> outcomes;
  for (auto& fetch : fetches) outcomes.push_back(fetch->take());
  return outcomes;
}

Error unexpected_status(const Response& response) {
  const std::string host(split_url(response.effective_url).host), where = shown(response.effective_url);
  const std::string said = fmt::format("HTTP {} from {}", response.status, where);
  if (response.status == 401 || response.status == 403) {
    const std::string tried = response.authentication.empty()
                                  ? fmt::format("it wants credentials, and none are configured for {}", host)
                                  : response.authentication;
    return Error(ExitCode::Network, "authentication", said + ": " + tried,
                 fmt::format("echo 'machine {} login USER password PASSWORD' >>~/.netrc (or in variables: "
                             "KENV_INDEX_USERNAME and KENV_INDEX_PASSWORD)",
                             host));
  }
  std::string hint;
  if (response.status == 407)
    hint = fmt::format("export {}_proxy=http://USER:PASSWORD@HOST:PORT",
                       text::lower(split_url(response.effective_url).scheme));
  else if (response.status == 404 || response.status == 410)
    hint = "check the address: there is nothing";
  else if (may_pass(response.status))
    hint = "the server is busy or down: try again later";
  const std::string later = response.header("retry-after");
  const bool seconds = text::parse_unsigned(later).has_value();
  return Error(
      ExitCode::Network, "http-status",
      later.empty() ? said : fmt::format("{}; it asks to come back {}", said, seconds ? "in " + later + " s" : later),
      hint);
}

}  // namespace kenv::http
