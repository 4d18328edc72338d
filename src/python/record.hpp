// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace kenv::python {

/// One row of a RECORD file (PEP 376, "Recording installed projects").
struct RecordEntry {
  std::string path;  ///< as written: relative to site-packages with "/", or absolute
  std::string hash;  ///< "sha256=..." or empty
  std::optional<std::uint64_t> size;
  bool operator==(const RecordEntry&) const = default;
};

/// Reads the CSV form, quoting included. A row that cannot be read is refused with its line.
Result<std::vector<RecordEntry>> parse_record(std::string_view text);
std::string render_record(const std::vector<RecordEntry>& entries);

}  // namespace kenv::python
