// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace kenv::plan {

/// "3.12" of "3.12.4": the release line, which decides what wheels fit.
std::string release_line(std::string_view python_version);
/// "3.13" of "3.12.4"
std::string next_release_line(std::string_view python_version);

}  // namespace kenv::plan
