// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "python/name.hpp"
#include "python/tag.hpp"
#include "python/version.hpp"

namespace kenv::python {

/// A wheel's file name taken apart (packaging specifications, "Binary distribution format").
struct WheelName {
  PackageName name;
  Version version;
  std::pair<std::uint64_t, std::string> build{};  ///< (0, "") without a build tag
  std::vector<Tag> tags;
  std::string variant_label;  ///< PEP 825's sixth part, empty in ordinary wheels

  static Result<WheelName> parse(std::string_view file_name);
};

}  // namespace kenv::python
