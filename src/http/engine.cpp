// SPDX-License-Identifier: Apache-2.0
#include "http/engine.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iterator>
#include <random>
#include <set>
#include <utility>

#include "base/sha256.hpp"
#include "base/text.hpp"
#include "http/credential_book.hpp"
#include "http/failure.hpp"
#include "http/mirrors.hpp"
#include "http/running.hpp"
#include "io/interrupt.hpp"

namespace kenv::http {
namespace {

using Clock = Running::Clock;
using std::chrono::milliseconds;

constexpr int kMostRedirects = 10;
constexpr long kConnectionsPerHost = 16, kConnectionsKept = 32;
/// How often an interrupt is looked for.
constexpr milliseconds kTick{100};

/// A repeated run of curl_global_init is cheap but not thread-safe; the first use of a static object is.
void start_libcurl() {
  static const CURLcode started = curl_global_init(CURL_GLOBAL_DEFAULT);
  if (started != CURLE_OK) throw Error(ExitCode::Failed, "libcurl", "libcurl cannot start");
}

}  // namespace

struct Engine::State {
  explicit State(ClientOptions given)
      : options(std::move(given)),
        credentials(options.credentials, options.netrc, options.find_credentials),
        multi(curl_multi_init()) {
    curl_multi_setopt(multi, CURLMOPT_MAX_HOST_CONNECTIONS, kConnectionsPerHost);
    curl_multi_setopt(multi, CURLMOPT_MAXCONNECTS, kConnectionsKept);
  }
  ~State() { curl_multi_cleanup(multi); }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  ClientOptions options;
  CredentialBook credentials;
  Share share;
  CURLM* multi;
  std::minstd_rand random{std::random_device{}()};
  std::vector<std::unique_ptr<Running>> running, waiting;
  std::set<std::string> announced;

  /// One line for each server, however many requests to it have the same fate.
  void announce(const std::string& kind, const Running& about, const std::string& line) {
    if (options.announce && announced.insert(kind + " " + origin_of(about.attempt.url)).second) options.announce(line);
  }

  void start(std::unique_ptr<Running> next) {
    ++next->attempts;
    next->attempt = next->exchange.next_attempt();
    next->attempt.url = mirrored(next->attempt.url, options.mirrors);
    next->redirects = 0;
    send(*next);
    running.push_back(std::move(next));
  }

  void send(Running& next) {
    next.sent = credentials.known(next.attempt.url);
    next.enter(multi, make_easy(next.attempt, next.sent, options, share));
  }

  /// Follows a redirect. By hand, because each step has to be judged anew: credentials and exceptions from certificate
  /// checks belong to one host, and nothing goes from https to http.
  std::optional<Error> redirect(Running& arrived) {
    const std::string from = arrived.attempt.url, to = resolve_url(from, arrived.head.headers["location"]);
    const std::string scheme = text::lower(split_url(to).scheme), before = text::lower(split_url(from).scheme);
    if (++arrived.redirects > kMostRedirects)
      return Error(ExitCode::Network, "redirect-loop",
                   fmt::format("{} redirects more than {} times", shown(from), kMostRedirects));
    if (scheme != "https" && !(scheme == "http" && before == "http"))
      return Error(ExitCode::Network, "redirect-refused",
                   fmt::format("{} redirects from {} to {}://{}", shown(from), before, scheme, shown(to)));
    const std::string elsewhere = mirrored(to, options.mirrors);
    arrived.attempt.url = elsewhere == from ? to : elsewhere;  // a mirror may send what it lacks to where it comes from
    send(arrived);
    return std::nullopt;
  }

  AttemptEnd end_of(Running& arrived, CURLcode code) {
    AttemptEnd end;
    end.stopped = arrived.stopped;
    end.complete = code == CURLE_OK;
    if (!end.complete && !end.stopped) {
      Failure failure = describe_failure(failed_attempt(arrived.easy, code, arrived.attempt.url, arrived.head,
                                                        arrived.received, arrived.detail, options));
      end.error = std::move(failure.error);
      end.error_may_pass = failure.may_pass;
      end.unreachable = failure.unreachable;
    }
    curl_off_t retry_after = 0;
    curl_easy_getinfo(arrived.easy.handle.get(), CURLINFO_RETRY_AFTER, &retry_after);
    if (retry_after > 0) end.retry_after = std::chrono::seconds(retry_after);
    end.head = std::move(arrived.head);
    end.effective_url = original(without_fragment(without_credentials(arrived.attempt.url)), options.mirrors);
    if (end.head.status == 401 || end.head.status == 403)
      end.authentication = credentials.explanation(arrived.attempt.url, arrived.sent);
    return end;
  }

  void finish(Running& arrived, CURLcode code) {
    if (arrived.exception) std::rethrow_exception(arrived.exception);
    std::optional<Error> refused;
    if (code == CURLE_OK && is_redirect(arrived.head)) {
      refused = redirect(arrived);
      if (!refused) return;
    }
    if (code == CURLE_OK && arrived.head.status == 401 && credentials.has_others(arrived.attempt.url, arrived.sent))
      return send(arrived);
    AttemptEnd end = end_of(arrived, code);
    if (refused) end.error = std::move(refused);
    arrived.leave();
    retire(arrived, end);
  }

  /// Out of `running`; into `waiting` if it wants another attempt.
  void retire(Running& arrived, AttemptEnd& end) {
    const std::string failure = !options.announce ? ""
                                : end.error       ? end.error->what()
                                            : fmt::format("HTTP {} from {}", end.head.status, shown(end.effective_url));
    const auto delay = arrived.exchange.ended(end);
    if (delay && *delay > milliseconds(0))
      announce(fmt::format("try {}", arrived.attempts + 1), arrived,
               fmt::format("{}; trying again (try {})", failure, arrived.attempts + 1));
    const auto place =
        std::find_if(running.begin(), running.end(), [&](const auto& one) { return one.get() == &arrived; });
    if (delay) {
      arrived.due = Clock::now() + *delay;
      waiting.push_back(std::move(*place));
    }
    running.erase(place);
  }

  void finish_arrived() {
    int left = 0;
    while (const CURLMsg* message = curl_multi_info_read(multi, &left)) {
      if (message->msg != CURLMSG_DONE) continue;
      Running* arrived = nullptr;
      curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &arrived);
      finish(*arrived, message->data.result);
    }
  }

  /// Ends what has been silent for as long as the time limit allows, and says of what is silent for long that it is.
  void notice_silence() {
    const auto now = Clock::now();
    std::vector<Running*> over;
    for (const auto& one : running) {
      const auto silence = one->heard ? now - *one->heard : Clock::duration::zero();
      if (silence >= options.timeout)
        over.push_back(one.get());
      else if (silence >= options.long_silence)
        announce("silent", *one,
                 fmt::format("waiting for {}: {}; the time limit is {} s", shown(one->attempt.url),
                             one->head.status > 0 ? fmt::format("nothing more after {} bytes", one->received)
                                                  : "connected, no answer yet",
                             std::chrono::ceil<std::chrono::seconds>(options.timeout).count()));
    }
    for (Running* one : over) finish(*one, CURLE_OPERATION_TIMEDOUT);
  }

  void start_waiting() {
    const auto now = Clock::now();
    for (std::size_t i = 0; i < waiting.size();) {
      if (waiting[i]->due > now) {
        ++i;
        continue;
      }
      auto next = std::move(waiting[i]);
      waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
      start(std::move(next));
    }
  }

  milliseconds time_to_wait() const {
    milliseconds wait = kTick;
    for (const auto& one : waiting) wait = std::min(wait, std::chrono::ceil<milliseconds>(one->due - Clock::now()));
    return std::max(wait, milliseconds(0));
  }
};

namespace {

void refuse_all(std::span<Exchange* const> exchanges) {
  for (Exchange* exchange : exchanges) {
    AttemptEnd end;
    end.error =
        Error(ExitCode::Network, "offline",
              fmt::format("{} is needed, and --offline forbids to fetch it", shown(exchange->next_attempt().url)),
              "run once without --offline, so that kenv can keep what it needs");
    exchange->ended(end);
  }
}

}  // namespace

Engine::Engine(ClientOptions options) {
  options = checked(std::move(options));
  start_libcurl();
  state_ = std::make_unique<State>(std::move(options));
}

Engine::~Engine() = default;

const ClientOptions& Engine::options() const { return state_->options; }

/// Sixteen bits of a digest: enough to tell two passwords of a user apart, too few to try others out on.
constexpr std::size_t kHexDigitsOfPassword = 4;

std::string Engine::asked_as(const std::string& url) const {
  const std::string asked = mirrored(url, state_->options.mirrors);
  std::string out = asked == url ? "" : "\nat " + asked;
  if (const auto known = state_->credentials.known(asked))
    out += "\n" + known->user + "\n" + sha256(known->password).hex().substr(0, kHexDigitsOfPassword);
  return out;
}

void Engine::find_credentials(const std::string& url) {
  const std::string asked = mirrored(url, state_->options.mirrors);
  const auto known = state_->credentials.known(asked);
  if (!known || known->password.empty()) state_->credentials.has_others(asked, known);
}

double Engine::spread() {
  return static_cast<double>(state_->random()) / (static_cast<double>(std::minstd_rand::max()) + 1);
}

void Engine::run(std::span<Exchange* const> exchanges, std::size_t at_once) {
  // Whatever happens, nothing of this run is left in the engine.
  struct Clearing {
    State& state;
    ~Clearing() {
      state.running.clear();
      state.waiting.clear();
      state.announced.clear();
    }
  } clearing{*state_};

  if (state_->options.offline) return refuse_all(exchanges);
  std::size_t next = 0;
  while (true) {
    io::throw_if_interrupted();
    state_->start_waiting();
    while (next < exchanges.size() && state_->running.size() + state_->waiting.size() < at_once)
      state_->start(std::make_unique<Running>(*exchanges[next++]));
    if (state_->running.empty() && state_->waiting.empty()) return;
    int count = 0;
    curl_multi_perform(state_->multi, &count);
    state_->notice_silence();  // before what may take its time: then nobody listens
    state_->finish_arrived();
    const bool can_start = next < exchanges.size() && state_->running.size() + state_->waiting.size() < at_once;
    if (!can_start && !(state_->running.empty() && state_->waiting.empty()))
      curl_multi_poll(state_->multi, nullptr, 0, static_cast<int>(state_->time_to_wait().count()), nullptr);
  }
}

}  // namespace kenv::http
