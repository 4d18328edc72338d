// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "report/reporter.hpp"

namespace kenv::test {

/// Keeps what was reported, for a test to look at afterwards.
class RecordingReporter final : public report::Reporter {
 public:
  struct Transfer {
    std::string name;
    std::uint64_t announced = 0, received = 0;
    bool ended = false;
  };
  std::vector<std::string> phases, notes, warnings, details;
  std::vector<Transfer> transfers;
  std::uint64_t expected = 0;

  void phase(std::string_view what) noexcept override { keep(phases, what); }
  void note(std::string_view text) noexcept override { keep(notes, text); }
  void warn(std::string_view text) noexcept override { keep(warnings, text); }
  void detail(std::string_view text) noexcept override { keep(details, text); }
  void expect_bytes(std::uint64_t total) noexcept override { expected = total; }
  TransferId begin(std::string_view name, std::uint64_t bytes) noexcept override {
    const std::lock_guard lock(mutex_);
    transfers.push_back({std::string(name), bytes});
    return static_cast<TransferId>(transfers.size()) - 1;
  }
  void advance(TransferId id, std::uint64_t more_bytes) noexcept override {
    const std::lock_guard lock(mutex_);
    transfers[static_cast<std::size_t>(id)].received += more_bytes;
  }
  void end(TransferId id) noexcept override {
    const std::lock_guard lock(mutex_);
    transfers[static_cast<std::size_t>(id)].ended = true;
  }

 private:
  void keep(std::vector<std::string>& list, std::string_view text) {
    const std::lock_guard lock(mutex_);
    list.emplace_back(text);
  }
  std::mutex mutex_;
};

}  // namespace kenv::test
