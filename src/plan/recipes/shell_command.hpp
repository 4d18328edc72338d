// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace kenv::plan {

/// Options, each with its value if it has one: {"--find-links", "/srv/wheels"}.
using Options = std::vector<std::vector<std::string>>;

/// A command for a POSIX shell: `start` as it stands, the words quoted where they must be, and on a line each of the
/// packages, if there is more than one.
std::string shell_command(std::string_view start, const Options& options, const std::vector<std::string>& packages);

}  // namespace kenv::plan
