// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string_view>

#include "base/result.hpp"
#include "python/name.hpp"
#include "python/version.hpp"

namespace kenv::python {

/// The name of a source distribution taken apart: "name-1.0.tar.gz", or .zip as older ones have it.
struct SourceName {
  PackageName name;
  Version version;
};
Result<SourceName> parse_source_name(std::string_view file_name);

/// Whether a file that an index lists is a source distribution by its name; old ones may be .tar.bz2, too.
bool is_source_name(std::string_view file_name);
/// The project in such a name; before PEP 625 it could hold hyphens. Nothing if there is none.
std::optional<PackageName> project_in_source_name(std::string_view file_name);
/// The version in such a name, also where the project's part of it is none of today's. Nothing if there is none.
std::optional<Version> version_in_source_name(std::string_view file_name);

}  // namespace kenv::python
