// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

#include "probe/launch_result.hpp"
#include "report/reporter.hpp"

namespace kenv::change {

/// Runs a command of the user's (through /bin/sh) with the staged tree active, under the same rule as the launch test:
/// what it fails on makes `proof` a failure.
void run_user_check(const std::string& command, const std::filesystem::path& staged,
                    const std::filesystem::path& final_root, probe::LaunchResult& proof, report::Reporter& reporter);

}  // namespace kenv::change
