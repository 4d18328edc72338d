// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "manifest/manifest.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::detect {

/// Joins what several sources saw: GPUs at the same place on the PCI bus are one, the earlier source's words win. The
/// order is that of the first list, then of the following ones.
std::vector<snapshot::Gpu> merge_gpus(const std::vector<std::vector<snapshot::Gpu>>& sources);

/// Fills in name and capability from the catalog, by PCI device id, else by name.
void complete_from_catalog(snapshot::Gpu& gpu, const manifest::Catalog& catalog);

}  // namespace kenv::detect
