// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "manifest/manifest.hpp"
#include "plan/finding.hpp"
#include "resolvers/advance.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::change {

/// What a repair of the snapshot asks for, with the manifests as the index: no network, so that doctor can name
/// packages at once. What the command line has to say of it is the caller's to add.
resolvers::Request offline_repair(const std::vector<plan::Finding>& findings, const snapshot::Snapshot& snapshot,
                                  const std::vector<snapshot::Gpu>& gpus, const manifest::Catalog& catalog);
resolvers::Progress plan_offline(resolvers::Request request, const manifest::Catalog& catalog);

/// Fills in what the resolver knows: exact packages where a build exists, "none-exists" with the reasons where none
/// does.
void complete_remedies(std::vector<plan::Finding>& findings, const snapshot::Snapshot& snapshot,
                       const std::vector<snapshot::Gpu>& gpus, const manifest::Catalog& catalog,
                       const std::string& fix_command);

}  // namespace kenv::change
