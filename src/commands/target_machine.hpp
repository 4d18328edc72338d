// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "change/machine_facts.hpp"
#include "commands/arguments.hpp"
#include "commands/services.hpp"

namespace kenv::commands {

/// The machine that a verb works for: this one, or the one that the fact options describe.
struct TargetMachine {
  snapshot::Machine machine;
  std::vector<snapshot::Gpu> gpus;  ///< those that count: visible, and served by the driver
  bool named = false;               ///< the GPUs are not in this machine: nothing can be launched on them
};

TargetMachine target_machine(const Arguments& arguments, Services& services);

/// The snapshot that --from names, with what --gpu and --driver name in place of its own, and those of its GPUs that
/// count. Throws Error(Usage) where the command line names another environment or other facts beside it.
snapshot::Snapshot named_snapshot(const Arguments& arguments, Services& services);

/// "GPU 0: NVIDIA H200 (9.0), driver 580.159.04" for each GPU, or that there is none.
std::string gpu_lines(const TargetMachine& target);

/// The options that name facts, to repeat them in a command that is suggested: ` --gpu 'RTX 5090'`.
std::string fact_flags(const Arguments& arguments);

}  // namespace kenv::commands
