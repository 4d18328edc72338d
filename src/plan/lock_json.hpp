// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <nlohmann/json_fwd.hpp>

#include "plan/lock.hpp"

namespace kenv::plan {

/// A target as kenv.lock and the document of `kenv lock` hold it.
nlohmann::ordered_json to_json(const LockTarget& target);

}  // namespace kenv::plan
