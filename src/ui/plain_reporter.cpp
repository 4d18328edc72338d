// SPDX-License-Identifier: Apache-2.0
#include "ui/plain_reporter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "base/printable.hpp"
#include "base/text.hpp"
#include "io/surroundings.hpp"

namespace kenv::ui {

void PlainReporter::print(const std::string& line) {
  std::fputs((line + "\n").c_str(), stderr);
  std::fflush(stderr);
}

void PlainReporter::phase(std::string_view what) noexcept {
  if (loudness_ == Loudness::Quiet) return;
  const std::scoped_lock lock(mutex_);
  print(style_.bold(text::printable(what)));
}

void PlainReporter::note(std::string_view text) noexcept {
  if (loudness_ == Loudness::Quiet) return;
  const std::scoped_lock lock(mutex_);
  print(fmt::format("  {}", text::printable(text)));
}

void PlainReporter::warn(std::string_view text) noexcept {
  const std::scoped_lock lock(mutex_);
  print(fmt::format("{} {}", style_.yellow("warning:"), text::printable(text)));
}

void PlainReporter::detail(std::string_view text) noexcept {
  if (loudness_ != Loudness::Verbose) return;
  const std::scoped_lock lock(mutex_);
  print(style_.dim(fmt::format("  {}", text::printable(text))));
}

void PlainReporter::expect_bytes(std::uint64_t total) noexcept {
  const std::scoped_lock lock(mutex_);
  expected_ = total;
  done_ = 0;
  started_ = last_line_ = io::seconds_since_start();
}

report::Reporter::TransferId PlainReporter::begin(std::string_view name, std::uint64_t bytes) noexcept {
  const std::scoped_lock lock(mutex_);
  transfers_.push_back({std::string(name), bytes, 0, false});
  return static_cast<TransferId>(transfers_.size()) - 1;
}

void PlainReporter::advance(TransferId id, std::uint64_t more_bytes) noexcept {
  const std::scoped_lock lock(mutex_);
  if (id >= 0 && static_cast<std::size_t>(id) < transfers_.size())
    transfers_[static_cast<std::size_t>(id)].done += more_bytes;
  done_ += more_bytes;
  if (loudness_ != Loudness::Quiet) progressed();
  const double now = io::seconds_since_start();
  if (now - last_line_ < 10 || loudness_ == Loudness::Quiet || expected_ == 0) return;
  last_line_ = now;
  print("  " + progress_text());
}

void PlainReporter::end(TransferId id) noexcept {
  const std::scoped_lock lock(mutex_);
  if (id < 0 || static_cast<std::size_t>(id) >= transfers_.size()) return;
  auto& transfer = transfers_[static_cast<std::size_t>(id)];
  if (transfer.ended) return;
  transfer.ended = true;
  if (loudness_ != Loudness::Quiet)
    print(fmt::format("  {} ({})", text::printable(transfer.name),
                      text::human_bytes(std::max(transfer.bytes, transfer.done))));
}

std::string PlainReporter::progress_text() const {
  const double elapsed = std::max(io::seconds_since_start() - started_, 0.001);
  const double rate = static_cast<double>(done_) / elapsed;
  const double left = expected_ > done_ && rate > 0 ? static_cast<double>(expected_ - done_) / rate : 0;
  return fmt::format("{} of {}, {}/s, {:.0f} s left", text::human_bytes(done_),
                     text::human_bytes(std::max(expected_, done_)), text::human_bytes(static_cast<std::uint64_t>(rate)),
                     left);
}

}  // namespace kenv::ui
