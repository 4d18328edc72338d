// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "change/fetch.hpp"
#include "store/tree.hpp"
#include "transaction/staging.hpp"
#include "venv/environment_snapshot.hpp"
#include "venv/layout.hpp"

namespace kenv::change {

inline constexpr const char* kConstraintsFile = "kenv-constraints.txt";  ///< in the environment's root

/// What is put into a staged tree beside the wheels of the plan.
struct StageExtras {
  std::vector<store::TreeEntry> skeleton;                        ///< of a new environment
  std::vector<std::shared_ptr<const store::StoredWheel>> tools;  ///< pip
};

/// Puts a new environment together in `staging`, which is empty.
void stage_new(transaction::Staging& staging, const plan::Plan& plan, const FetchedWheels& wheels,
               const StageExtras& extras, const venv::Layout& layout, const store::Store& store);

/// Changes `staging`, a clone of an environment: takes out what is removed or replaced, puts the new in. A path that a
/// kept package owns too stays if the content is the same; if it is not, Error(Failed, "file-collision").
void stage_change(transaction::Staging& staging, const plan::Plan& plan, const FetchedWheels& wheels,
                  const venv::Environment& environment, const venv::EnvironmentContents& contents,
                  const venv::Layout& layout, const store::Store& store);

}  // namespace kenv::change
