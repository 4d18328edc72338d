// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "python/scanner.hpp"
#include "python/version.hpp"

namespace kenv::python {

/// Reads a version, as far as the text is one, into a fresh `version`. Answers with what should have stood where the
/// scanner has come to rest, or with nothing if that was a version. What follows it is for the caller to judge.
std::string_view read_version(Scanner& scan, Version& version);

/// PEP 440 ignores white space around versions; Python's notion of it goes beyond ASCII.
void skip_wide_space(Scanner& scan);
bool at_wide_space(const Scanner& scan);

}  // namespace kenv::python
