// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

// Starting Python costs 30 ms and more, which is most of what a short command takes: answers are kept.
namespace kenv::venv {
namespace fs = std::filesystem;

/// All that an interpreter's answer depends on, as text: the file behind the path (device, inode, size, time), a
/// pyvenv.cfg around it, the running kernel (platform_release is a marker) and the script that asks.
std::string interpreter_cache_key(const fs::path& python);

/// The answer kept under this key, if any. A damaged or unreadable cache is an empty one.
std::optional<std::string> cached_answer(const fs::path& cache_directory, std::string_view key);
/// Keeps an answer; a cache that cannot be written is no failure.
void keep_answer(const fs::path& cache_directory, std::string_view key, std::string_view answer);

}  // namespace kenv::venv
