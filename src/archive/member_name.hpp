// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace kenv::archive {

/// Why a member may not have this name ("leads out of the archive"), or none if it may: names are UTF-8, relative, made
/// of real parts, and mean the same on every system. `utf8_flag`: the archive declares the name to be UTF-8; one that
/// is not ASCII must be declared, since readers disagree about the rest (PEP 427: file names are UTF-8).
std::optional<std::string> fault_of_name(std::string_view name, bool utf8_flag);

/// The name as a file system that ignores case compares it: ASCII, Latin-1, Greek and Cyrillic letters in lower case.
std::string fold_case(std::string_view name);

}  // namespace kenv::archive
