// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

namespace kenv::change {

/// The text of a file that the command line names. Throws Error(Usage, "no-such-file") if it is not there.
std::string read_named_file(const std::string& path);

}  // namespace kenv::change
