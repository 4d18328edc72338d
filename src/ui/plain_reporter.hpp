// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <mutex>
#include <string>
#include <vector>

#include "report/reporter.hpp"
#include "ui/terminal.hpp"

namespace kenv::ui {

enum class Loudness { Quiet, Normal, Verbose };

/// For logs and pipes: one line per phase, note and finished file on standard error, a line of progress every ten
/// seconds.
class PlainReporter : public report::Reporter {
 public:
  PlainReporter(Loudness loudness, Style style) : loudness_(loudness), style_(style) {}

  void phase(std::string_view what) noexcept override;
  void note(std::string_view text) noexcept override;
  void warn(std::string_view text) noexcept override;
  void detail(std::string_view text) noexcept override;
  void expect_bytes(std::uint64_t total) noexcept override;
  TransferId begin(std::string_view name, std::uint64_t bytes) noexcept override;
  void advance(TransferId id, std::uint64_t more_bytes) noexcept override;
  void end(TransferId id) noexcept override;

 protected:
  struct Transfer {
    std::string name;
    std::uint64_t bytes = 0, done = 0;
    bool ended = false;
  };
  virtual void print(const std::string& line);
  virtual void progressed() {}
  /// "1.2 of 3.1 GB, 310 MB/s, 6 s left"
  std::string progress_text() const;

  std::mutex mutex_;
  Loudness loudness_;
  Style style_;
  std::vector<Transfer> transfers_;
  std::uint64_t expected_ = 0, done_ = 0;
  double started_ = 0, last_line_ = 0;
};

/// For terminals: the same lines, and below them one bar that is redrawn at most ten times a second.
class TerminalReporter final : public PlainReporter {
 public:
  using PlainReporter::PlainReporter;
  ~TerminalReporter() override;
  void end(TransferId id) noexcept override;

 private:
  void print(const std::string& line) override;
  void progressed() override;
  void clear_bar();
  bool bar_shown_ = false;
  double last_drawn_ = 0;
};

}  // namespace kenv::ui
