// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace kenv::transaction {

/// A field of a line: control characters and the backslash become \xHH, so that tab and newline can separate.
void append_field(std::string& out, std::string_view text);
/// The way back; none if it is no such text.
std::optional<std::string> read_field(std::string_view field);

/// Relative, made of names only: no empty one, no ".", no "..", no NUL.
bool is_inner_path(std::string_view path);

}  // namespace kenv::transaction
