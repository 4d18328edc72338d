// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "python/tag.hpp"

namespace kenv::python {

/// The WHEEL file of a wheel (PEP 427).
struct WheelFile {
  int major = 1, minor = 0;  ///< Wheel-Version; the first line counts where there are two
  bool root_is_purelib = false;
  std::vector<Tag> tags;
  std::string generator;

  /// Refuses a Wheel-Version whose major number is newer than 1.
  static Result<WheelFile> parse(std::string_view text);
};

}  // namespace kenv::python
