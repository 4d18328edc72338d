// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "io/process.hpp"

namespace kenv::probe {

/// How a child ended that should have ended well, with the last it said on stderr: "killed by signal 11 (Segmentation
/// fault)", "no end within 60 s", "exit code 1: ImportError: ...". Empty if it ended well.
std::string describe_end(const io::ProcessResult& process, std::chrono::milliseconds time_limit);

}  // namespace kenv::probe
