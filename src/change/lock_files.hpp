// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "plan/lock.hpp"
#include "plan/plan.hpp"
#include "probe/launch_result.hpp"
#include "resolvers/request.hpp"

namespace kenv::change {

inline constexpr const char* kLockFile = "kenv.lock";

/// Installers leave the tool that runs them alone; like them kenv does not count pip among what an environment is for.
bool is_tool(const std::string& package);

/// The packages that are there after the plan, as a lock states them. Wheels of packages that were kept are those that
/// the lock among `previous_files` names. `not_fetched`: who keeps wheels without a digest from being fetched to take
/// one,
/// "--offline".
plan::LockTarget lock_target(const plan::Plan& plan, const resolvers::Request& request,
                             const std::map<std::string, std::string>& previous_files = {},
                             const std::string& not_fetched = {});

/// "its index states no digest of the wheel, and --offline forbids to fetch it (12 MB)"
std::string no_digest_text(bool direct, std::optional<std::uint64_t> size, const std::string& not_fetched);

/// What a generation holds, for its locks: the plan, the wheels of packages that were kept from an earlier lock, and
/// what PEP 751 has no word for.
struct LockedState {
  const plan::Plan& plan;
  const resolvers::Request& request;
  const probe::LaunchResult& probe;
  /// Of the generation before: "kenv.lock" says where kept packages came from
  std::map<std::string, std::string> previous_files;
};

/// The files that are kept with a generation, by name: "kenv.lock" always; "pylock.toml" if every package of the
/// environment can be stated with its wheel and hash, since an installer would take an incomplete one at its word and
/// remove the rest; "constraints.txt" if there is something to guard.
std::map<std::string, std::string> lock_files(const LockedState& state);

}  // namespace kenv::change
