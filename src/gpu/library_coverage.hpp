// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "gpu/compatibility.hpp"
#include "gpu/fatbin.hpp"

namespace kenv::gpu {

/// How many containers of a library hold which image: what is kept of a scan, small enough for snapshots and manifests.
struct LibraryTargets {
  /// The distinct sets of images, each with the number of containers that hold exactly that set.
  struct Group {
    std::vector<FatbinImage> images;  ///< sorted, without duplicates
    int containers = 0;
    int with_unknown_images = 0;
  };
  std::vector<Group> groups;

  int containers() const;
  /// Number of containers that hold the target, for every target that occurs.
  std::map<CodeTarget, int> count_by_target() const;
  /// The targets present in at least nine of ten containers: what the library as a whole was built for.
  std::vector<CodeTarget> main_targets() const;
};

LibraryTargets summarize(const FatbinFile& file);

/// The verdict on one library for one GPU.
struct LibraryCoverage {
  int native = 0, jit = 0, none = 0;            ///< containers
  std::optional<PtxIsa> newest_ptx{};           ///< needed for the containers that only JIT serves
  std::vector<CodeTarget> uncovered_targets{};  ///< what the containers without an image were built for instead
  /// Containers built only for 'a' or 'f' targets of other GPUs, or only for later GPUs than the library's base
  /// targets: dispatch by device is their normal use, they do not make a library uncovered.
  int none_by_design = 0;

  int containers() const { return native + jit + none + none_by_design; }
  /// Native or Jit if no container is left out (those by design aside), None if none is served.
  bool complete() const { return none == 0; }
  bool served() const { return native + jit > 0; }
};

/// `driver_ptx`: the newest PTX the driver compiles; without it every PTX counts.
LibraryCoverage judge(const LibraryTargets& library, const ComputeCapability& gpu,
                      std::optional<PtxIsa> driver_ptx = {});

}  // namespace kenv::gpu
