// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "manifest/manifest.hpp"
#include "report/reporter.hpp"
#include "resolvers/request.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::change {

/// How the command line narrows the facts of the machine.
struct FactOptions {
  std::string gpu;     ///< --gpu, several separated by commas
  std::string driver;  ///< --driver
  std::string facts;   ///< --facts FILE
  std::map<std::string, std::string> variables;
};

struct MachineFacts {
  snapshot::Machine machine;
  /// The GPUs were named, not found: nothing can be launched on them here.
  bool named = false;
};

/// Detects, or takes what was given; the two are never mixed silently. Throws Error(Usage) for a GPU that nobody knows,
/// with the nearest names.
MachineFacts gather_machine_facts(const FactOptions& options, const manifest::Catalog& catalog);

/// Puts the GPUs and the driver that were named in place of the machine's. A named GPU has another driver than this
/// machine's, so that one is left out. True if GPUs were named.
bool name_facts(snapshot::Machine& machine, const FactOptions& options, const manifest::Catalog& catalog);

/// The GPUs that a program started now would see: all of them, or those that CUDA_VISIBLE_DEVICES leaves.
std::vector<snapshot::Gpu> visible_gpus(const snapshot::Machine& machine, report::Reporter& reporter);

std::vector<resolvers::TargetGpu> target_gpus(const std::vector<snapshot::Gpu>& gpus);

}  // namespace kenv::change
