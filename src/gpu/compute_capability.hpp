// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv::gpu {

/// The hardware generation and revision of a GPU, as NVIDIA numbers it: 9.0 is Hopper, 12.0 GeForce Blackwell.
struct ComputeCapability {
  int major = 0, minor = 0;
  auto operator<=>(const ComputeCapability&) const = default;

  std::string text() const;  ///< "9.0"
  /// Accepts "9.0" and the compact forms of targets: "90", "sm_90", "sm_120" (the last digit is the minor).
  static Result<ComputeCapability> parse(std::string_view text);
};

}  // namespace kenv::gpu
