// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "gpu/compute_capability.hpp"

namespace kenv::gpu {

/// What a piece of GPU code was compiled for: "sm_90a" is machine code (SASS), "compute_90" is PTX, which the driver
/// compiles when it is loaded, "lto_90" is link-time code that nothing can run as it is.
struct CodeTarget {
  enum class Kind { Sass, Ptx, LtoIr };
  /// Plain code runs on later revisions too; 'a' (architecture-specific) on exactly one, 'f' on one family.
  enum class Suffix { None, Architecture, Family };

  Kind kind = Kind::Sass;
  ComputeCapability capability;
  Suffix suffix = Suffix::None;

  auto operator<=>(const CodeTarget&) const = default;
  std::string text() const;
  static Result<CodeTarget> parse(std::string_view text);
};

}  // namespace kenv::gpu
