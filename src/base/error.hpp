// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <stdexcept>
#include <string>
#include <utility>

namespace kenv {

/// What the program ends with. The numbers are a contract with scripts (docs/commands/exit-codes.md).
enum class ExitCode : int {
  Ok = 0,
  Failed = 1,             ///< failed, the environment is unchanged
  Usage = 2,              ///< the command line or a file named on it is wrong
  ProblemsFound = 3,      ///< doctor found something
  NoCompatibleBuild = 4,  ///< nothing fits; the rejections say why
  Network = 5,
  VerificationFailed = 6,  ///< a hash, a RECORD or a coverage is not what was promised
  LaunchFailed = 7,        ///< the launch test failed; nothing was switched
  Locked = 8,              ///< another process is at work, or the state is in conflict
  ChangeNeeded = 10,       ///< fix --check
  Interrupted = 130,
};

/// An accident during an effect. Thrown above the line, caught once in main. `code` is a stable kebab-case word for
/// scripts ("hash-mismatch"), the message says what happened with its evidence, the hint is one thing to do next.
class Error : public std::runtime_error {
 public:
  Error(ExitCode exit, std::string code, const std::string& message, std::string hint = {})
      : std::runtime_error(message), exit_(exit), code_(std::move(code)), hint_(std::move(hint)) {}

  ExitCode exit_code() const { return exit_; }
  const std::string& code() const { return code_; }
  const std::string& hint() const { return hint_; }

 private:
  ExitCode exit_;
  std::string code_;
  std::string hint_;
};

/// The user or the system asked us to stop (SIGINT, SIGTERM, SIGHUP). Not an Error: nothing went wrong.
class Interrupted : public std::runtime_error {
 public:
  Interrupted() : std::runtime_error("interrupted") {}
};

}  // namespace kenv
