// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "manifest/manifest.hpp"
#include "probe/launch_result.hpp"
#include "report/reporter.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::change {

/// A tree to prove: the live environment, or a staged one that will lie at `final_root`.
struct ProofRequest {
  std::filesystem::path root, final_root;
  std::vector<std::string> packages;  ///< installed there, normal names: says which frameworks to try
  std::vector<snapshot::Gpu> gpus;
  bool named = false;       ///< the GPUs are not in this machine: nothing is launched
  bool try_on_cpu = false;  ///< where nothing can be launched, import the frameworks and use them on the CPU
};

/// Launches kernels of the driver and of every framework found, on every GPU. The first failed launch is the result's
/// reason. Without a GPU at hand the status is not-run; with `try_on_cpu` the frameworks are then imported and used on
/// the CPU, which takes seconds, and the status is failed if even that does not work.
probe::LaunchResult prove(const ProofRequest& request, const manifest::Catalog& catalog, report::Reporter& reporter);

/// As generations and documents hold it: {status, reason, gpus: [{index, name, compute_capability, checks}]}.
nlohmann::ordered_json to_json(const probe::LaunchResult& result);

}  // namespace kenv::change
