// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "store/stored_wheel.hpp"

// The "object" file of a stored wheel: lines of text, so that thousands of members are read in a millisecond.
// docs/formats.md, "store object", has the grammar.
namespace kenv::store {

std::string render_object(const StoredWheel& wheel);

/// Everything but digest and tree, which are the object's place. Refuses a text that was cut off, and one of a newer
/// version with the message kNewerObject.
Result<StoredWheel> parse_object(std::string_view text);

inline constexpr std::string_view kNewerObject = "written by a newer kenv";

}  // namespace kenv::store
