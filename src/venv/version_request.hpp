// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "venv/interpreter.hpp"

namespace kenv::venv {

/// "3", "3.12", "3.12.4", each with "t" behind it for a free-threaded build.
struct VersionRequest {
  std::string digits;
  bool free_threaded = false;

  static std::optional<VersionRequest> parse(std::string_view text);
  bool accepts(const Interpreter& found) const;
  /// "python3.12", then the shorter names that may turn out to be it.
  std::vector<std::string> names() const;
};

}  // namespace kenv::venv
