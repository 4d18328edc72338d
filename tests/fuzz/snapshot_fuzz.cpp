// SPDX-License-Identifier: Apache-2.0
// A snapshot of a machine and an environment.
#include "fuzz/targets.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::fuzz {

void snapshot(std::string_view text) { static_cast<void>(snapshot::read_snapshot(text)); }

}  // namespace kenv::fuzz
