// SPDX-License-Identifier: Apache-2.0
#include "change/preconditions.hpp"

#include <fmt/format.h>

#include "base/error.hpp"
#include "io/files.hpp"
#include "transaction/running.hpp"
#include "transaction/staging_folder.hpp"

namespace kenv::change {

void report_recovery(const transaction::Recovery& recovery, report::Reporter& reporter) {
  using Outcome = transaction::Recovery::Outcome;
  if (recovery.outcome == Outcome::OldState)
    reporter.note("an unfinished change was undone; the environment is as it was before it");
  if (recovery.outcome == Outcome::NewState)
    reporter.detail(
        fmt::format("an unfinished change was completed; the environment is generation {}", recovery.generation));
  if (!recovery.damaged.empty())
    reporter.warn(
        fmt::format("{} files were lost when the machine stopped, the first is {}; `kenv rollback` restores them",
                    recovery.damaged.size(), recovery.damaged.front().path));
  for (const auto& path : recovery.set_aside) reporter.warn("found and not understood, set aside: " + path.string());
}

void report_left_behind(const transaction::OpenState& state, report::Reporter& reporter) {
  for (const auto& path : transaction::left_behind(state.folder()))
    reporter.warn(path.string() + " could not be removed; the next command that changes this environment does it");
}

void require_nobody_runs(const std::filesystem::path& environment, bool while_running, report::Reporter& reporter) {
  const auto programs = transaction::running_from(environment);
  if (programs.empty()) return;
  std::string names;
  for (const auto& program : programs)
    names += fmt::format("{}{} ({})", names.empty() ? "" : ", ", program.name, program.pid);
  if (!while_running)
    throw Error(ExitCode::Locked, "environment-in-use", "programs run from this environment: " + names,
                "end them, or add --while-running");
  reporter.warn("programs run from this environment and may mix old and new files: " + names);
}

void require_own_folder(const std::filesystem::path& environment) {
  for (const char* sign : {".git", "pyproject.toml", "setup.py", ".hg"})
    if (io::exists(environment / sign))
      throw Error(
          ExitCode::Usage, "project-folder",
          fmt::format("{} is a project's own folder (it holds {}): exchanging it would move the project with it",
                      environment.string(), sign),
          "make an environment of its own: kenv create .venv REQUIREMENT...");
}

void recover(const std::string& environment, report::Reporter& reporter) {
  if (!transaction::has_state(environment)) return;
  const transaction::OpenState state(environment, "recovery");
  report_recovery(state.recovered(), reporter);
}

}  // namespace kenv::change
