// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <string>
#include <string_view>

namespace kenv::text {

/// Text as it may reach a terminal, whoever wrote it: "?" in place of what a terminal obeys instead of showing it
/// (control characters of 7 and 8 bits, changes of the writing direction) and of bytes that are no UTF-8. Line ends and
/// tabs stay.
std::string printable(std::string_view text);

/// The same as a single line of at most `most` bytes, with "..." at the end if there was more: what a stranger wrote
/// must not look like a line of our own.
std::string printable_line(std::string_view text, std::size_t most);

}  // namespace kenv::text
