// SPDX-License-Identifier: Apache-2.0
#include "change/user_check.hpp"

#include <fmt/format.h>

#include "base/text.hpp"
#include "io/files.hpp"
#include "io/process.hpp"
#include "io/surroundings.hpp"

namespace kenv::change {

void run_user_check(const std::string& command, const std::filesystem::path& staged,
                    const std::filesystem::path& final_root, probe::LaunchResult& proof, report::Reporter& reporter) {
  const io::TemporaryDirectory scratch("kenv-check-");
  io::Command shell{.arguments = {"/bin/sh", "-c", command}, .time_limit = std::chrono::minutes(60)};
  // Bound over its final path where that exists and the system allows it, since scripts name that path.
  if (io::is_directory(final_root)) {
    shell.bind_from = staged;
    shell.bind_to = final_root;
  }
  shell.set["VIRTUAL_ENV"] = staged.string();
  shell.set["PATH"] = (staged / "bin").string() + ":" + io::variable("PATH").value_or("/usr/bin:/bin");
  shell.set["PYTHONPYCACHEPREFIX"] = scratch.path().string();
  const auto result = io::run(shell);
  if (result.ok() && (result.bound || shell.bind_to.empty())) return;
  if (result.ok()) {
    reporter.warn("`" + command +
                  "` passed, but this system does not allow the new tree to be seen at its final path: programs that "
                  "name that path ran the old one");
    return;
  }
  proof.status = probe::LaunchResult::Status::Failed;
  const auto lines = text::lines(result.error_output.empty() ? result.output : result.error_output);
  const std::string last = lines.empty() ? "" : ": " + std::string(lines.back());
  proof.reason = result.timed_out ? fmt::format("`{}` did not end within an hour", command)
                 : result.signal  ? fmt::format("`{}` was ended by signal {}{}", command, result.signal, last)
                                  : fmt::format("`{}` ended with {}{}", command, result.exit_code, last);
}

}  // namespace kenv::change
