// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>

#include "report/reporter.hpp"
#include "transaction/open_state.hpp"

// What must hold before an environment is changed.
namespace kenv::change {

/// Ends what a kenv that was killed left unfinished. Before an environment is read in order to change it.
void recover(const std::string& environment, report::Reporter& reporter);
/// Programs that run from an environment keep old files and load new ones late. Throws Error(Locked,
/// "environment-in-use") that names them, or only warns if the user said that this is meant.
void require_nobody_runs(const std::filesystem::path& environment, bool while_running, report::Reporter& reporter);
/// An environment is exchanged as a whole, so one whose root is a project's own folder is refused (Error(Usage)).
void require_own_folder(const std::filesystem::path& environment);
/// Tells what opening the state of an environment found unfinished, and what became of it.
void report_recovery(const transaction::Recovery& recovery, report::Reporter& reporter);
/// Tells what a change that failed could not take away again.
void report_left_behind(const transaction::OpenState& state, report::Reporter& reporter);

}  // namespace kenv::change
