// SPDX-License-Identifier: Apache-2.0
#include "index/wheel_metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "archive/central_directory.hpp"
#include "archive/inflate.hpp"
#include "base/text.hpp"
#include "http/content_range.hpp"
#include "http/url.hpp"
#include "index/ranged_source.hpp"
#include "python/wheel_name.hpp"

namespace kenv::index {
namespace {

/// Enough for the directory of an ordinary wheel together with METADATA, which builders put at the end. torch's 13,000
/// entries take a second request.
constexpr std::uint64_t kTail = 128u << 10;
constexpr std::uint64_t kLeastPiece = 64u << 10, kLargestPiece = 64u << 20, kLargestWhole = 64u << 20;
constexpr std::uint64_t kLargestText = 16u << 20;
/// Tail, rest of the directory, local header, data: more means that we are being led about.
constexpr int kMostRounds = 6;

std::string no_parts(const std::string& member) {
  return fmt::format("the server sends no parts of files, and it is too large to be fetched for its {} alone", member);
}

/// What tells that two answers are of one and the same file: its ETag, else when it was changed, and its size.
std::string identity_of(const http::Response& response, std::uint64_t total) {
  std::string validator = response.header("etag");
  if (validator.empty()) validator = response.header("last-modified");
  return fmt::format("{} {}", total, validator);
}

/// One wheel whose pieces are being fetched.
class RemoteWheel {
 public:
  RemoteWheel(const MetadataRequest& request, const std::string& member) : asked_(request), member_(member) {
    request_.url = asked_.file.url;
    request_.body_limit = kLargestPiece;
    asked_.file.size ? want_tail(*asked_.file.size) : want_last(kTail);
  }

  bool done() const { return answer_.has_value(); }
  const http::Request& request() const { return request_; }
  MemberText take() { return std::move(*answer_); }

  void receive(http::Outcome& outcome) {
    if (const auto* error = std::get_if<Error>(&outcome)) {
      if (error->code() == "answer-too-long")
        answer_ = unusable(no_parts(member_));
      else
        answer_ = Unreachable{asked_.index, error->code(), error->what(), error->hint()};
      return;
    }
    auto& response = std::get<http::Response>(outcome);
    const auto range = http::parse_content_range(response.header("content-range"));
    if (response.status == 200)
      receive_whole(response);
    else if (response.status == 206)
      receive_part(response, range);
    else if (response.status == 416 && range && range->total.value_or(0) > 0 && !corrected_)
      correct_size(*range->total);
    else if (response.status == 401 || response.status == 403)
      answer_ = refused(response);
    else if (response.status == 404 || response.status == 410)
      answer_ = missing(response);
    else
      answer_ = unusable(fmt::format("the server answered HTTP {} when asked for a part of it", response.status));
  }

 private:
  UnusableMetadata unusable(const std::string& reason) const {
    return {fmt::format("the index serves no {} for {}, and it cannot be read from the wheel: {}", member_,
                        asked_.file.filename, reason)};
  }

  /// Listed and not there: a mirror that lags behind, mostly. To choose another version for that would be to decide in
  /// the user's place.
  Unreachable missing(const http::Response& response) const {
    const auto wheel = python::WheelName::parse(asked_.file.filename);
    const std::string others =
        wheel ? fmt::format(", or do without that version: \"{}!={}\"", wheel->name.text(), wheel->version.text()) : "";
    return {asked_.index, kFileMissing,
            fmt::format("it lists {}, and its server answers HTTP {} for that ({})", asked_.file.filename,
                        response.status, http::shown(response.effective_url)),
            "try again later, since a mirror may lag behind; name an index that has the file" + others};
  }

  Unreachable refused(const http::Response& response) const {
    const Error error = http::unexpected_status(response);
    return {asked_.index, error.code(), error.what(), error.hint()};
  }

  void want(ByteRange range) {
    wanted_ = {range.first, std::max(range.first + 1, range.end)};
    request_.range = fmt::format("{}-{}", wanted_->first, wanted_->end - 1);
  }
  void want_tail(std::uint64_t size) { want({size - std::min(size, kTail), size}); }
  void want_last(std::uint64_t count) {
    wanted_.reset();
    request_.range = fmt::format("-{}", count);
  }

  /// The page stated a size that the file has not. The server knows better where its end is.
  void correct_size(std::uint64_t size) {
    corrected_ = true;
    want_tail(size);
  }

  void receive_part(http::Response& response, const std::optional<http::ContentRange>& range) {
    if (!range || !range->part || !range->total || range->part->end - range->part->first != response.body.size())
      return void(answer_ = unusable(fmt::format("the server sent {} bytes as \"{}\"", response.body.size(),
                                                 response.header("content-range"))));
    const auto [part, total] = std::pair(*range->part, *range->total);
    const bool as_asked = wanted_ ? part.first == wanted_->first : part.end == total;
    if (!as_asked)
      return void(answer_ = unusable(fmt::format("asked for bytes {}, the server sent \"{}\"", request_.range,
                                                 response.header("content-range"))));
    const std::string identity = identity_of(response, total);
    if (!identity_.empty() && identity != identity_) return start_anew();
    identity_ = identity;
    source_.set_size(total);
    source_.add(part.first, std::move(response.body));
    read(source_);
    if (!done() && ++rounds_ == kMostRounds) answer_ = unusable("its table of contents leads in circles");
  }

  /// The file was replaced between two of its parts. Once is an accident.
  void start_anew() {
    if (restarted_) return void(answer_ = unusable("it changes while it is read"));
    restarted_ = true;
    source_ = {};
    identity_.clear();
    want_last(kTail);
  }

  /// Range was ignored, and the client did not read on. Asked without a range, the answer is the file.
  void receive_whole(http::Response& response) {
    if (!request_.range.empty()) {
      const std::uint64_t size =
          text::parse_unsigned(response.header("content-length")).value_or(asked_.file.size.value_or(0));
      request_.range.clear();
      request_.body_limit = kLargestWhole;
      if (size > kLargestWhole) answer_ = unusable(no_parts(member_));
      return;
    }
    const gpu::MemorySource whole(std::as_bytes(std::span(response.body)));
    read(whole);
  }

  void read(const gpu::ByteSource& source) {
    try {
      answer_ = text_in_wheel(source, asked_.file.filename, member_);
    } catch (const Error& error) {
      const auto missing = source_.take_missing();
      if (!missing)
        answer_ = unusable(error.what());
      else
        want({missing->first, std::min(source_.size(), std::max(missing->end, missing->first + kLeastPiece))});
    }
  }

  const MetadataRequest& asked_;
  const std::string& member_;
  http::Request request_;
  std::optional<ByteRange> wanted_;  ///< none: the last bytes, wherever they begin
  RangedSource source_;
  std::string identity_;
  int rounds_ = 0;
  bool corrected_ = false, restarted_ = false;
  std::optional<MemberText> answer_;
};

}  // namespace

std::string text_in_wheel(const gpu::ByteSource& wheel, const std::string& filename, const std::string& member) {
  auto directory = archive::read_central_directory(wheel, filename);
  const auto found = std::find_if(directory.members.begin(), directory.members.end(), [&](const archive::Member& one) {
    return one.name.ends_with(".dist-info/" + member) && std::count(one.name.begin(), one.name.end(), '/') == 1;
  });
  if (found == directory.members.end() || found->size > kLargestText)
    throw Error(ExitCode::VerificationFailed, "wheel-metadata",
                fmt::format("{} holds no {} of a sensible size", filename, member));
  archive::locate_data(wheel, *found, filename);
  std::string text;
  archive::Inflater().pieces(wheel, *found, filename, [&](std::span<const std::byte> bytes) {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  return text;
}

std::vector<MemberText> fetch_wheel_texts(http::Client& client, std::span<const MetadataRequest> requests,
                                          const std::string& member) {
  std::vector<std::unique_ptr<RemoteWheel>> wheels;
  for (const auto& request : requests) wheels.push_back(std::make_unique<RemoteWheel>(request, member));
  while (true) {
    std::vector<RemoteWheel*> open;
    std::vector<http::Request> round;
    for (const auto& wheel : wheels) {
      if (wheel->done()) continue;
      open.push_back(wheel.get());
      round.push_back(wheel->request());
    }
    if (open.empty()) break;
    auto outcomes = client.fetch_all(round);
    for (std::size_t i = 0; i < open.size(); ++i) open[i]->receive(outcomes[i]);
  }
  std::vector<MemberText> answers;
  for (const auto& wheel : wheels) answers.push_back(wheel->take());
  return answers;
}

}  // namespace kenv::index
