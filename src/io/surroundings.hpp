// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>

// What the process was started with: variables, folders, terminal, clock. Read here and handed on as values.
namespace kenv::io {

std::map<std::string, std::string> variables();              ///< all of them
std::optional<std::string> variable(std::string_view name);  ///< none if unset or empty
std::filesystem::path home_directory();
std::filesystem::path current_directory();
/// Goes there, as `cd` does. Throws FileError.
void enter_directory(const std::filesystem::path& directory);
/// XDG base directories; relative values are ignored as the specification asks. KENV_CACHE_DIR and KENV_STORE_DIR win.
std::filesystem::path cache_directory();  ///< index pages and metadata: may be deleted at any time
std::filesystem::path store_directory();  ///< unpacked wheels: environments and generations need it
std::filesystem::path configuration_directory();
std::filesystem::path program_path();  ///< of the running kenv, links resolved
std::uint32_t user_id();               ///< effective, of this process
std::string utc_now();                 ///< "2026-11-30T12:00:00Z"
std::string boot_id();                 ///< changes with every start of the machine; empty where unknown
bool is_terminal(int descriptor);
int terminal_width();
double seconds_since_start();  ///< monotonic

}  // namespace kenv::io
