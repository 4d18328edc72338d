// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv::python {

/// When a file came to its index (packaging specifications, "Simple repository API", `upload-time`), as a number: a
/// page of tens of thousands of files is read and kept faster so.
struct UploadTime {
  std::int64_t microseconds = 0;  ///< since 1970, UTC

  /// "2025-01-25T11:30:10.164985Z" and what else RFC 3339 admits: other offsets, a blank in place of the T, lower case.
  /// What is finer than a microsecond is left out.
  static Result<UploadTime> parse(std::string_view text);
  /// In UTC, the fraction only if there is one: a TOML offset date-time too.
  std::string to_text() const;
  auto operator<=>(const UploadTime&) const = default;
};

}  // namespace kenv::python
