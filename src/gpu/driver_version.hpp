// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace kenv::gpu {

/// A driver release ("580.65.06"); its first number is the branch (R580). Compared number by number.
struct DriverVersion {
  std::vector<int> parts;
  std::strong_ordering operator<=>(const DriverVersion& other) const;
  bool operator==(const DriverVersion& other) const { return (*this <=> other) == 0; }
  /// The branch it was released from: branches are multiples of five, and Windows releases of R580 are called 580 to
  /// 582.
  int branch() const { return parts.empty() ? 0 : parts[0] - parts[0] % 5; }
  std::string text() const;
  static Result<DriverVersion> parse(std::string_view text);
};

/// A CUDA version ("12.8"). A driver's is the newest it can load; a build's is the toolkit that made it. Not a
/// DriverVersion.
struct CudaVersion {
  int major = 0, minor = 0;
  auto operator<=>(const CudaVersion&) const = default;
  std::string text() const;
  static Result<CudaVersion> parse(std::string_view text);
  /// "cu128" -> 12.8, "cu117" -> 11.7, "cu92" -> 9.2
  static Result<CudaVersion> parse_variant(std::string_view text);
};

/// The version of the PTX language a text is written in ("8.7"); a driver compiles up to its own.
struct PtxIsa {
  int major = 0, minor = 0;
  auto operator<=>(const PtxIsa&) const = default;
  std::string text() const;
  static Result<PtxIsa> parse(std::string_view text);
};

}  // namespace kenv::gpu
