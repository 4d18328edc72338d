// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "io/surroundings.hpp"
#include "ui/plain_reporter.hpp"

namespace kenv::ui {
namespace {
constexpr int kBarWidth = 24;
}

TerminalReporter::~TerminalReporter() { clear_bar(); }

void TerminalReporter::print(const std::string& line) {
  clear_bar();
  PlainReporter::print(line);
}

void TerminalReporter::end(TransferId id) noexcept {
  // A terminal shows the total only: fifty lines of finished files would push the plan off the screen.
  const std::scoped_lock lock(mutex_);
  if (id < 0 || static_cast<std::size_t>(id) >= transfers_.size()) return;
  transfers_[static_cast<std::size_t>(id)].ended = true;
  const bool all_ended =
      std::all_of(transfers_.begin(), transfers_.end(), [](const Transfer& one) { return one.ended; });
  if (all_ended && done_ >= expected_) clear_bar();
}

void TerminalReporter::clear_bar() {
  if (!bar_shown_) return;
  std::fputs("\r\x1b[K", stderr);
  std::fflush(stderr);
  bar_shown_ = false;
}

void TerminalReporter::progressed() {
  const double now = io::seconds_since_start();
  if (now - last_drawn_ < 0.1 || expected_ == 0) return;
  last_drawn_ = now;
  last_line_ = now;  // the bar stands for the line of every ten seconds
  const int filled =
      static_cast<int>(kBarWidth * static_cast<double>(std::min(done_, expected_)) / static_cast<double>(expected_));
  std::string line = fmt::format("  [{}{}] {}", std::string(static_cast<std::size_t>(filled), '#'),
                                 std::string(static_cast<std::size_t>(kBarWidth - filled), '-'), progress_text());
  const auto width = static_cast<std::size_t>(std::max(20, io::terminal_width() - 1));
  if (line.size() > width) line.resize(width);
  std::fputs(("\r" + line + "\x1b[K").c_str(), stderr);
  std::fflush(stderr);
  bar_shown_ = true;
}

}  // namespace kenv::ui
