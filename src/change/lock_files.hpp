// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <string>
#include <vector>

#include "plan/plan.hpp"
#include "probe/launch_result.hpp"
#include "resolvers/request.hpp"

namespace kenv::change {

/// What a generation holds, for its locks: the plan, the wheels of packages that were kept from an earlier lock, and
/// what PEP 751 has no word for.
struct LockedState {
  const plan::Plan& plan;
  const resolvers::Request& request;
  const probe::LaunchResult& probe;
  std::map<std::string, std::string> previous_files;  ///< of the generation before: "kenv.lock" says where kept packages came from
};

/// The files that are kept with a generation, by name: "kenv.lock" always; "pylock.toml" if every package of the
/// environment can be stated with its wheel and hash, since an installer would take an incomplete one at its word and
/// remove the rest; "constraints.txt" if there is something to guard.
std::map<std::string, std::string> lock_files(const LockedState& state);

}  // namespace kenv::change
