// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <chrono>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace kenv::io {

/// A child process to run, its output collected.
struct Command {
  std::vector<std::string> arguments;  ///< the program first; looked up in PATH if it has no "/"
  std::optional<std::map<std::string, std::string>> environment{};  ///< none: ours
  std::map<std::string, std::string> set{};                         ///< on top of it
  std::vector<std::string> unset{};
  std::filesystem::path directory{};  ///< empty: ours
  std::string input{};                ///< for its standard input, which is closed after it
  std::chrono::milliseconds time_limit{60'000};
  std::size_t output_limit = 16u << 20;  ///< bytes kept of each stream
  /// Where possible the child sees `bind_from` at the path `bind_to` (a private mount namespace). See
  /// process_posix.cpp.
  std::filesystem::path bind_from{}, bind_to{};
};

struct ProcessResult {
  int exit_code = -1;      ///< 127: could not be started
  int signal = 0;          ///< that ended it, or 0
  bool timed_out = false;  ///< killed, with its process group
  bool bound = false;      ///< bind_from/bind_to took effect
  std::string output, error_output;
  std::chrono::milliseconds elapsed{0};
  bool ok() const { return exit_code == 0 && signal == 0 && !timed_out; }
};

ProcessResult run(const Command& command);

}  // namespace kenv::io
