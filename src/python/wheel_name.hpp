// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "python/name.hpp"
#include "python/tag.hpp"
#include "python/version.hpp"

namespace kenv::python {

/// Its digits and what follows them; it decides between wheels that are alike in all else.
using BuildNumber = std::pair<VersionNumber, std::string>;

/// The parts of a wheel's file name as they stand there, not yet read. Views into the name.
struct WheelNameParts {
  std::string_view name, version, build, tags,
      variant_label;  ///< build and variant_label are empty where there is none

  /// Splits at the hyphens: NAME-VERSION[-BUILD]-PYTHON-ABI-PLATFORM[-VARIANT].whl.
  static Result<WheelNameParts> split(std::string_view file_name);

  /// Nothing where the part is not one.
  std::optional<PackageName> read_name() const;
  std::optional<BuildNumber> read_build() const;  ///< (0, "") where there is none
};

/// A wheel's file name taken apart (packaging specifications, "Binary distribution format").
struct WheelName {
  PackageName name;  ///< may hold characters beyond ASCII, which the file name allows; no project is asked for by it
  Version version;
  BuildNumber build{};  ///< (0, "") without one
  std::vector<Tag> tags;
  std::string variant_label{};  ///< of a wheel variant (PEP 825); empty in ordinary wheels

  /// Refuses wheel variants too: what they need of the machine stands in no part that this kenv can judge.
  static Result<WheelName> parse(std::string_view file_name);
  /// Accepts the further part of PEP 825 as well: "torch-2.10.0-cp312-cp312-linux_x86_64-cu130.whl".
  static Result<WheelName> parse_with_variant(std::string_view file_name);
};

}  // namespace kenv::python
