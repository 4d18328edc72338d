// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace kenv::report {

/// Where effects say what they are doing. Calls may come from any thread; none of them throws.
/// Order: phase() before its transfers; begin() before advance() and end() of the same transfer.
class Reporter {
 public:
  using TransferId = int;
  virtual ~Reporter() = default;

  virtual void phase(std::string_view what) noexcept = 0;  ///< "Resolving", "Downloading", "Unpacking"
  virtual void note(std::string_view text) noexcept = 0;   ///< worth knowing
  virtual void warn(std::string_view text) noexcept = 0;
  virtual void detail(std::string_view text) noexcept = 0;  ///< shown with -v only
  virtual void expect_bytes(
      std::uint64_t total) noexcept = 0;  ///< of the transfers that follow, for rate and remaining time
  virtual TransferId begin(std::string_view name, std::uint64_t bytes) noexcept = 0;
  virtual void advance(TransferId id, std::uint64_t more_bytes) noexcept = 0;
  virtual void end(TransferId id) noexcept = 0;
};

/// Says nothing.
class SilentReporter final : public Reporter {
 public:
  void phase(std::string_view) noexcept override {}
  void note(std::string_view) noexcept override {}
  void warn(std::string_view) noexcept override {}
  void detail(std::string_view) noexcept override {}
  void expect_bytes(std::uint64_t) noexcept override {}
  TransferId begin(std::string_view, std::uint64_t) noexcept override { return 0; }
  void advance(TransferId, std::uint64_t) noexcept override {}
  void end(TransferId) noexcept override {}
};

}  // namespace kenv::report
