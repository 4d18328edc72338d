// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "io/files.hpp"

namespace kenv::io {

/// An exclusive flock on a file, which names its holder (machine, pid namespace, pid, start time, command) for the
/// message of whoever comes second. The kernel gives it up when the process ends, however it ends; it is never taken
/// over.
class Lock {
 public:
  /// Throws Error(Locked, "locked") naming the holder if another process has it for longer than `wait_ms`.
  Lock(const fs::path& file, std::string_view purpose, int wait_ms = 0);
  Lock(Lock&&) noexcept = default;

 private:
  FileDescriptor file_;
};

}  // namespace kenv::io
