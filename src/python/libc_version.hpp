// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv::python {

/// A release of a C library ("2.28"), as manylinux tags state the oldest one (PEP 600).
struct LibcVersion {
  int major = 0, minor = 0;
  auto operator<=>(const LibcVersion&) const = default;
  std::string text() const;
  /// "2.28" and "2.28.1" (what stands after the minor number is left aside).
  static Result<LibcVersion> parse(std::string_view text);
};

}  // namespace kenv::python
