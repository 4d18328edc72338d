// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <sys/types.h>

#include <string>

#include "io/files.hpp"
#include "io/process.hpp"

namespace kenv::io {

/// A child that runs, in a process group of its own, with our ends of its standard streams.
struct StartedProcess {
  pid_t pid = -1;
  FileDescriptor input, output, error_output;
  bool bound = false;
  std::string failure;  ///< why it could not be started; pid is -1 then
};

StartedProcess start_process(const Command& command);

}  // namespace kenv::io
