// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "gpu/compatibility.hpp"
#include "manifest/manifest.hpp"
#include "python/version.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::diagnose {

/// A framework that the environment holds, with what is known about its GPU code.
struct InstalledFramework {
  const manifest::Framework* framework = nullptr;
  const snapshot::Package* package = nullptr;
  python::Version version;
  std::string variant;                              ///< "cu124", "cpu", "" if unknown
  std::string variant_from;                         ///< "torch/version.py", "version", "index pypi"
  std::vector<const snapshot::Library*> libraries;  ///< its own, with GPU code; measured facts
  const manifest::Build* row = nullptr;             ///< declared or measured beforehand, if there is one
  bool measured() const { return !libraries.empty(); }
  const snapshot::Library* main_library() const;
  /// The targets that speak for the framework as a whole: the main library's, else the row's.
  std::vector<gpu::CodeTarget> targets() const;
  std::string targets_from() const;
};

std::vector<InstalledFramework> installed_frameworks(const snapshot::Snapshot& snapshot,
                                                     const manifest::Catalog& catalog);

/// The verdict on a framework for one GPU, with the figure that it rests on.
struct FrameworkCoverage {
  gpu::Coverage coverage = gpu::Coverage::None;
  bool known = true;         ///< false: neither a file nor a row says anything
  bool ptx_too_new = false;  ///< only PTX fits, and the driver does not compile it
  std::string best_target;
  /// Other libraries of it that leave the GPU out: "libtorch_cuda_linalg.so (33 of 33)"
  std::vector<std::string> holes;
};
FrameworkCoverage coverage_for(const InstalledFramework& installed, const snapshot::Gpu& gpu,
                               const snapshot::Machine& machine);

}  // namespace kenv::diagnose
