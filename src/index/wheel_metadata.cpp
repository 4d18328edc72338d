// SPDX-License-Identifier: Apache-2.0
#include "index/wheel_metadata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

#include "archive/central_directory.hpp"
#include "archive/inflate.hpp"
#include "base/text.hpp"
#include "index/ranged_source.hpp"

namespace kenv::index {
namespace {

/// Enough for the directory of an ordinary wheel together with METADATA, which builders put at the end. torch's 13,000
/// entries take a second request.
constexpr std::uint64_t kTail = 128u << 10;
constexpr std::uint64_t kLeastPiece = 64u << 10, kLargestPiece = 64u << 20, kLargestWhole = 64u << 20;
constexpr std::uint64_t kLargestMetadata = 16u << 20;
/// Tail, rest of the directory, local header, data: more means that we are being led about.
constexpr int kMostRounds = 6;

/// "bytes 100-199/1000"
struct ContentRange {
  std::uint64_t first = 0, total = 0;
};

std::optional<ContentRange> content_range(const std::string& header) {
  const auto dash = header.find('-'), slash = header.find('/');
  if (!header.starts_with("bytes ") || dash == std::string::npos || slash == std::string::npos) return std::nullopt;
  const auto first = text::parse_unsigned(std::string_view(header).substr(6, dash - 6));
  const auto total = text::parse_unsigned(std::string_view(header).substr(slash + 1));
  return first && total ? std::optional(ContentRange{*first, *total}) : std::nullopt;
}

/// One wheel whose pieces are being fetched.
class RemoteWheel {
 public:
  explicit RemoteWheel(const MetadataRequest& request) : asked_(request) {
    if (!asked_.file.size) {
      request_.range = fmt::format("-{}", kTail);
    } else {
      const std::uint64_t size = *asked_.file.size;
      want({size - std::min(size, kTail), size});
    }
    request_.url = asked_.file.url;
    request_.body_limit = kLargestPiece;
  }

  bool done() const { return answer_.has_value(); }
  const http::Request& request() const { return request_; }
  MetadataText take() { return std::move(*answer_); }

  void receive(http::Outcome& outcome) {
    if (const auto* error = std::get_if<Error>(&outcome)) {
      if (error->code() == "answer-too-long")
        answer_ =
            unusable("the server sends no parts of files, and it is too large to be fetched for its METADATA alone");
      else
        answer_ = Unreachable{asked_.index, error->code(), error->what(), error->hint()};
      return;
    }
    auto& response = std::get<http::Response>(outcome);
    if (response.status == 200) return receive_whole(response);
    const auto range = content_range(response.header("content-range"));
    if (response.status != 206 || !range) {
      answer_ = unusable(fmt::format("the server answered {} when asked for a part of it", response.status));
      return;
    }
    source_.set_size(range->total);
    source_.add(range->first, std::move(response.body));
    read(source_);
    if (!done() && ++rounds_ == kMostRounds) answer_ = unusable("its table of contents leads in circles");
  }

 private:
  UnusableMetadata unusable(const std::string& reason) const {
    return {fmt::format("the index serves no METADATA for {}, and it cannot be read from the wheel: {}",
                        asked_.file.filename, reason)};
  }

  void want(ByteRange range) {
    request_.range = fmt::format("{}-{}", range.first, std::max(range.first + 1, range.end) - 1);
  }

  /// Range was ignored, and the client did not read on. Asked without a range, the answer is the file.
  void receive_whole(http::Response& response) {
    if (!request_.range.empty()) {
      const std::uint64_t size =
          text::parse_unsigned(response.header("content-length")).value_or(asked_.file.size.value_or(0));
      request_.range.clear();
      request_.body_limit = kLargestWhole;
      if (size > kLargestWhole) answer_ = unusable("the server sends no parts of files");
      return;
    }
    const gpu::MemorySource whole(std::as_bytes(std::span(response.body)));
    read(whole);
  }

  void read(const gpu::ByteSource& source) {
    try {
      answer_ = metadata_in_wheel(source, asked_.file.filename);
    } catch (const Error& error) {
      const auto missing = source_.take_missing();
      if (!missing)
        answer_ = unusable(error.what());
      else
        want({missing->first, std::min(source_.size(), std::max(missing->end, missing->first + kLeastPiece))});
    }
  }

  const MetadataRequest& asked_;
  http::Request request_;
  RangedSource source_;
  int rounds_ = 0;
  std::optional<MetadataText> answer_;
};

}  // namespace

std::string metadata_in_wheel(const gpu::ByteSource& wheel, const std::string& filename) {
  auto directory = archive::read_central_directory(wheel, filename);
  const auto found =
      std::find_if(directory.members.begin(), directory.members.end(), [](const archive::Member& member) {
        return member.name.ends_with(".dist-info/METADATA") &&
               std::count(member.name.begin(), member.name.end(), '/') == 1;
      });
  if (found == directory.members.end() || found->size > kLargestMetadata)
    throw Error(ExitCode::VerificationFailed, "wheel-metadata",
                fmt::format("{} holds no METADATA of a sensible size", filename));
  archive::locate_data(wheel, *found, filename);
  std::string text;
  archive::Inflater().pieces(wheel, *found, filename, [&](std::span<const std::byte> bytes) {
    text.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  });
  return text;
}

std::vector<MetadataText> fetch_wheel_metadata(http::Client& client, std::span<const MetadataRequest> requests) {
  std::vector<std::unique_ptr<RemoteWheel>> wheels;
  for (const auto& request : requests) wheels.push_back(std::make_unique<RemoteWheel>(request));
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
  std::vector<MetadataText> answers;
  for (const auto& wheel : wheels) answers.push_back(wheel->take());
  return answers;
}

}  // namespace kenv::index
