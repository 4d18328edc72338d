// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>

#include "base/embedded.hpp"

namespace kenv::probes {

/// The Python files of kernels/probes: harness.py and one NAME_probe.py for each framework.
std::span<const base::EmbeddedFile> embedded_files();

}  // namespace kenv::probes
