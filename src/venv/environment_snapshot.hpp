// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "gpu/compute_capability.hpp"
#include "snapshot/snapshot.hpp"
#include "venv/environment.hpp"
#include "venv/installed.hpp"
#include "venv/interpreter.hpp"
#include "venv/libraries.hpp"

namespace kenv::venv {

/// Where a framework states its variant in its own files: what manifests call variant_file and variant_pattern.
struct VariantSource {
  std::string package;  ///< normal name
  std::string file;     ///< relative to site-packages
  std::string pattern;  ///< text before the version
};

/// The contents of an environment, read from its files.
struct EnvironmentContents {
  std::vector<InstalledDistribution> installed;
  LibraryScan scan;
};
/// Of all its site-packages folders. Library paths are relative to the folder that they lie in.
EnvironmentContents read_contents(const Environment& environment);

/// The same as facts. `gpus` are those for which each library's containers without code are counted.
snapshot::Environment to_snapshot(const Environment& environment, const std::optional<Interpreter>& interpreter,
                                  const EnvironmentContents& contents, std::span<const VariantSource> variants,
                                  std::span<const gpu::ComputeCapability> gpus = {});

}  // namespace kenv::venv
