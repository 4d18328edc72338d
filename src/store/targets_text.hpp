// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "gpu/library_coverage.hpp"

namespace kenv::store {

/// A group of containers as one line: "CONTAINERS UNKNOWN IMAGE...", an image being its target, "/8.8" for the version
/// of a PTX text, "+c" if compressed and "+d" if for debugging: "33 0 sm_80+c compute_120/8.8".
std::string render_group(const gpu::LibraryTargets::Group& group);
Result<gpu::LibraryTargets::Group> parse_group(std::string_view line);

}  // namespace kenv::store
