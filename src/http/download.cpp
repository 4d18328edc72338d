// SPDX-License-Identifier: Apache-2.0
#include "http/download.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "base/text.hpp"
#include "http/content_range.hpp"
#include "http/engine.hpp"
#include "http/partial_download.hpp"
#include "http/retry.hpp"

namespace kenv::http {
namespace {

using std::chrono::milliseconds;

ContentRange content_range(const AnswerHead& head) {
  const auto found = head.headers.find("content-range");
  return found == head.headers.end() ? ContentRange{} : parse_content_range(found->second).value_or(ContentRange{});
}

std::optional<std::uint64_t> content_length(const AnswerHead& head) {
  const auto found = head.headers.find("content-length");
  if (found == head.headers.end() || head.headers.contains("content-encoding")) return std::nullopt;
  return text::parse_unsigned(found->second);
}

/// What If-Range may name (RFC 9110, 13.1.5): a strong ETag, else the date.
std::string validator_of(const AnswerHead& head) {
  for (const char* name : {"etag", "last-modified"}) {
    const auto found = head.headers.find(name);
    if (found != head.headers.end() && !found->second.empty() && !found->second.starts_with("W/")) return found->second;
  }
  return {};
}

std::set<DigestAlgorithm> algorithms_for(const Download& download) {
  auto algorithms = algorithms_of(download.stated);
  algorithms.insert(download.asked.begin(), download.asked.end());
  return algorithms;
}

class DownloadExchange final : public Exchange {
 public:
  DownloadExchange(const Download& download, Engine& engine, report::Reporter& reporter,
                   std::function<void(const Digests&)> done)
      : download_(download),
        engine_(engine),
        reporter_(reporter),
        done_(std::move(done)),
        partial_(download.destination, algorithms_for(download)) {}

  ~DownloadExchange() override {
    if (transfer_) reporter_.end(*transfer_);
  }

  Attempt next_attempt() override {
    if (!partial_.is_open()) {
      partial_.open(!download_.stated.empty(), download_.size);
      if (download_.size) partial_.reserve(*download_.size);
      from_earlier_ = partial_.size() > 0;
    }
    head_taken_ = misplaced_ = false;
    Attempt attempt;
    attempt.url = download_.url;
    attempt.compressed = false;
    attempt.own_connection = true;
    if (partial_.size() > 0) {
      attempt.range = fmt::format("{}-", partial_.size());
      if (!partial_.validator().empty()) attempt.headers.push_back("If-Range: " + partial_.validator());
    }
    return attempt;
  }

  bool receive(const AnswerHead& head, std::span<const std::byte> bytes) override {
    if (!head_taken_ && !take_head(head)) return false;
    if (download_.size && partial_.size() + bytes.size() > *download_.size) fail_size(partial_.size() + bytes.size());
    partial_.append(bytes);
    show_progress();
    return true;
  }

  std::optional<milliseconds> ended(AttemptEnd& end) override {
    if (end.error) {
      if (!end.error_may_pass) throw std::move(*end.error);
      return try_again(end, *end.error);
    }
    if (end.head.status == 416 && partial_.size() > 0) return out_of_range(end);
    if (misplaced_) return start_anew(end);
    if (end.head.status != 200 && end.head.status != 206) {
      Error error = unexpected_status({end.head.status, end.head.headers, end.effective_url, end.authentication, {}});
      if (end.head.status == 404 || end.head.status == 410)
        error =
            Error(error.exit_code(), error.code(), error.what(),
                  "whoever named this address, an index or a lock, names a file that is not there: try again later, or "
                  "another index with --index URL");
      if (!may_pass(end.head.status)) throw Error(error);
      return try_again(end, error);
    }
    if (!head_taken_ && !take_head(end.head)) return start_anew(end);  // an empty body
    if (partial_.size() < download_.size.value_or(total_.value_or(0))) return try_again(end, cut_short());
    return conclude();
  }

 private:
  /// The first bytes of an answer: is it what we asked for, and where does it go? False: not to be read.
  bool take_head(const AnswerHead& head) {
    if (head.status != 200 && head.status != 206) return false;
    std::optional<std::uint64_t> total;
    if (head.status == 206) {
      const ContentRange range = content_range(head);
      misplaced_ = !range.part || range.part->first != partial_.size();
      if (misplaced_) return false;
      total = range.total;
    } else {
      if (partial_.size() > 0) partial_.restart();  // the whole file: Range was ignored, or it is another file now
      from_earlier_ = false;
      total = content_length(head);
    }
    if (download_.size && total && *total != *download_.size) fail_size(*total);
    total_ = total;
    if (!download_.size && total) partial_.reserve(*total);
    if (const auto validator = validator_of(head); !validator.empty()) partial_.remember(validator);
    if (!transfer_) transfer_ = reporter_.begin(download_.name, download_.size.value_or(total.value_or(0)));
    head_taken_ = true;
    return true;
  }

  /// Bytes that come a second time, after a restart, are not counted a second time.
  void show_progress() {
    if (!transfer_ || partial_.size() <= shown_) return;
    reporter_.advance(*transfer_, partial_.size() - shown_);
    shown_ = partial_.size();
  }

  [[noreturn]] void fail_size(std::uint64_t offered) {
    partial_.discard();
    throw Error(ExitCode::VerificationFailed, "size-mismatch",
                fmt::format("{}: the server offers {} bytes or more where {} were promised", download_.name, offered,
                            *download_.size),
                "the server or a proxy on the way does not hold the file that the index lists: try another index with "
                "--index URL");
  }

  Error cut_short() const {
    return Error(ExitCode::Network, "cut-short",
                 fmt::format("{}: the server ended it after {} of {} bytes", download_.name, partial_.size(),
                             download_.size.value_or(total_.value_or(0))),
                 "run the same command again: what arrived is kept");
  }

  /// Every byte beyond what was reached before is progress and gives new patience.
  std::optional<milliseconds> try_again(const AttemptEnd& end, const Error& error) {
    if (partial_.size() > furthest_) failures_ = 0;
    furthest_ = std::max(furthest_, partial_.size());
    const unsigned retries = engine_.options().retries;
    if (failures_ >= (end.unreachable && furthest_ == 0 ? std::min(1u, retries) : retries)) throw Error(error);
    const auto delay = retry_delay(engine_.options().first_delay, failures_++, engine_.spread(), end.retry_after);
    if (!delay) throw Error(error);
    return delay;
  }

  std::optional<milliseconds> start_anew(const AttemptEnd& end) {
    partial_.restart();
    from_earlier_ = false;
    return try_again(end, Error(ExitCode::Network, "bad-range",
                                fmt::format("{}: the server sent another part than was asked for", download_.name)));
  }

  /// 416: there is nothing after what we have. Either that is the whole file, or it is not this file.
  std::optional<milliseconds> out_of_range(const AttemptEnd& end) {
    const auto whole = download_.size ? download_.size : content_range(end.head).total;
    if (whole == partial_.size()) return conclude();
    return start_anew(end);
  }

  std::optional<milliseconds> conclude() {
    const Digests digests = partial_.finish();
    if (const auto wrong = mismatch(digests, download_.stated)) {
      if (from_earlier_) {  // what lay there may have been another file's beginning: once more, all of it
        reporter_.note(fmt::format("{}: what an earlier run left does not fit; fetching it again", download_.name));
        partial_.restart();
        from_earlier_ = false;
        return milliseconds(0);
      }
      partial_.discard();
      throw Error(
          ExitCode::VerificationFailed, "hash-mismatch",
          fmt::format("{}: {} ({})", download_.name, *wrong, shown(download_.url)),
          "the file was replaced on the server or changed on the way: try again, or another index with --index URL");
    }
    partial_.move_into_place();
    if (!transfer_) transfer_ = reporter_.begin(download_.name, partial_.size());
    show_progress();
    reporter_.end(*std::exchange(transfer_, std::nullopt));
    done_(digests);
    return std::nullopt;
  }

  const Download& download_;
  Engine& engine_;
  report::Reporter& reporter_;
  std::function<void(const Digests&)> done_;
  PartialDownload partial_;
  std::optional<std::uint64_t> total_;  ///< as the server says
  std::optional<report::Reporter::TransferId> transfer_;
  std::uint64_t shown_ = 0, furthest_ = 0;
  unsigned failures_ = 0;
  bool from_earlier_ = false, head_taken_ = false, misplaced_ = false;
};

}  // namespace

std::vector<Digests> download_all(Client& client, std::span<const Download> downloads, report::Reporter& reporter,
                                  const DownloadSettings& settings) {
  std::vector<Digests> digests(downloads.size());
  std::vector<std::unique_ptr<DownloadExchange>> owned;
  std::vector<Exchange*> exchanges;
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < downloads.size(); ++i) {
    total += downloads[i].size.value_or(0);
    owned.push_back(
        std::make_unique<DownloadExchange>(downloads[i], client.engine(), reporter, [&, i](const Digests& of_file) {
          digests[i] = of_file;
          if (settings.on_complete) settings.on_complete(i, of_file);
        }));
    exchanges.push_back(owned.back().get());
  }
  reporter.expect_bytes(total);
  client.engine().run(exchanges, std::max<std::size_t>(1, settings.at_once));
  return digests;
}

}  // namespace kenv::http
