// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>
#include <vector>

#include "document/value.hpp"
#include "python/requirements_file.hpp"

namespace kenv::python {

/// One dependency specifier of a TOML document, with its place. Paths, which pip's files allow, are refused here.
Result<PlacedRequirement> requirement_in(const document::Value& text, std::string_view file);

/// An array of them; what is none goes to `problems`. `what` names the array there: "project.dependencies".
std::vector<PlacedRequirement> requirement_array(const document::Value& array, std::string_view what,
                                                 std::string_view file, std::vector<Problem>& problems);

}  // namespace kenv::python
