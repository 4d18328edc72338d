// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "transaction/baseline.hpp"
#include "venv/environment_snapshot.hpp"

namespace kenv::change {

/// Which paths of an environment some package's RECORD lists. Those are linked when the tree is cloned; files that
/// nobody owns are copied, since people edit them in place.
transaction::Owned owned_files(const venv::Environment& environment, const venv::EnvironmentContents& contents);

/// The same for an environment that may be gone or damaged: then nothing is owned.
transaction::Owned owned_files_of(const std::string& environment);

}  // namespace kenv::change
