// SPDX-License-Identifier: Apache-2.0
#pragma once
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

}  // namespace kenv::python
