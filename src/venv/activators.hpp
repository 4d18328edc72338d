// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace kenv::venv {

/// A script that a shell sources to work with the environment, and to leave it again with `deactivate`.
struct Activator {
  std::string file_name, text;
};

/// For POSIX shells (bash, zsh, dash), fish, csh and PowerShell. Root and prompt may hold any character: both are
/// quoted by the rules of each shell, so that a folder's name is never executed (CVE-2024-9287 was that).
std::vector<Activator> activators(const std::filesystem::path& root, std::string_view prompt);

std::string quote_for_fish(std::string_view text);
std::string quote_for_csh(std::string_view text);
std::string quote_for_powershell(std::string_view text);

}  // namespace kenv::venv
