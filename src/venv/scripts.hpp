// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "python/entry_points.hpp"

namespace kenv::venv {

/// The lines that make a script start under this interpreter: "#!PATH" where the kernel can read that, else a script
/// that is valid for both /bin/sh, which starts the interpreter, and Python, for which it is a string.
std::string interpreter_line(const std::filesystem::path& python);

/// The script of an entry point (packaging specifications, "Entry points"): it calls the function and exits with what
/// that returns.
std::string entry_point_script(const python::EntryPoint& entry_point, const std::filesystem::path& python);

/// A file of a wheel's .data/scripts that starts with "#!python" (PEP 427), with the real interpreter in its first
/// line. None for any other file, which is installed as it is.
std::optional<std::string> with_interpreter(std::string_view script, const std::filesystem::path& python);

/// How many bytes of a script have to be seen to know whether it is one of those.
inline constexpr std::size_t kPlaceholderBytes = 16;
bool has_interpreter_placeholder(std::string_view first_bytes);

}  // namespace kenv::venv
