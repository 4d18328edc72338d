// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

namespace kenv::text {

/// A word as a POSIX shell takes it literally: always in single quotes.
std::string shell_quoted(std::string_view word);
/// The same, for people: without quotes where none are needed.
std::string shell_word(std::string_view word);

}  // namespace kenv::text
