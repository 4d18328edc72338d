// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "manifest/manifest.hpp"
#include "plan/finding.hpp"
#include "plan/lock.hpp"
#include "plan/plan.hpp"
#include "snapshot/snapshot.hpp"

// Bridges: nightlies that were installed because nothing stable served the GPU. They are to be left as soon as
// something does, so that the environment's lock remembers them.
namespace kenv::change {

/// The code of the finding about one.
inline constexpr const char* kNightlyBridge = "nightly-bridge";

/// Those that the current generation's kenv.lock names; none if there is no lock.
std::vector<plan::LockedBridge> recorded_bridges(const std::string& environment);
/// Those of a plan, and those of the lock among the files of the generation before whose builds stay.
std::vector<plan::LockedBridge> bridges_after(const plan::Plan& plan,
                                              const std::map<std::string, std::string>& previous_files);

/// A finding for each bridge that is still installed: a warning that asks for the stable build, first in the list, if
/// one serves the GPUs now as far as manifests know; else a remark at the end.
void add_bridge_findings(std::vector<plan::Finding>& findings, const std::string& environment,
                         const snapshot::Snapshot& snapshot, const std::vector<snapshot::Gpu>& gpus,
                         const manifest::Catalog& catalog);

}  // namespace kenv::change
