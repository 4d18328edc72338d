// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "python/requirement.hpp"

namespace kenv::python {

/// The core metadata that installing and resolving need (packaging specifications, "Core metadata").
struct CoreMetadata {
  PackageName name;
  Version version;
  SpecifierSet requires_python;
  std::vector<Requirement> requires_dist;
  std::set<std::string> provides_extra;  ///< in the normal form of names
  std::string summary;
  std::string license_expression;          ///< an SPDX expression (PEP 639), or empty
  std::vector<std::string> license_files;  ///< below dist-info/licenses (PEP 639)
  std::set<std::string> dynamic;  ///< fields, in lower case, that other builds may fill otherwise (PEP 643, 808)

  /// A METADATA file. A damaged Requires-Python or Requires-Dist makes the file unusable and is refused with its place;
  /// so is a Metadata-Version whose major number is not 2 or older. Unknown minor versions and unknown fields are read
  /// over, as the specification demands.
  static Result<CoreMetadata> parse(std::string_view text, std::string_view file_name = "METADATA");
};

/// A Requires-Python as metadata and indexes state it. Accepts the common ">=3.5.*" beside what the standard allows.
Result<SpecifierSet> parse_requires_python(std::string_view text);

/// Requires-Python compares the release triple only, as pip and uv do: 3.13.0b1 satisfies ">=3.13".
bool python_satisfies(const SpecifierSet& requires_python, const Version& python_version);

}  // namespace kenv::python
