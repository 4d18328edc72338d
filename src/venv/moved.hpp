// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "venv/environment.hpp"

namespace kenv::venv {

/// The place for which an environment was made, by its activation script, if it stands somewhere else now: somebody
/// moved or copied it, and its scripts still start the Python at that place.
std::optional<fs::path> made_for_elsewhere(const Environment& environment);

}  // namespace kenv::venv
