// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "plan/recipes/pins.hpp"
#include "plan/recipes/recipe.hpp"
#include "plan/recipes/shell_command.hpp"

namespace kenv::plan {

/// The options of a command that asks no index.
Options no_index_options(const PinGroup& group, const RecipeSources& sources);

/// The packages as a command names them.
std::vector<std::string> packages_of(const PinGroup& group);

/// The commands of pip, each ending in a line break; `start` is "pip install" with whatever stands before or after it.
std::vector<std::string> pip_commands(const Recipe& recipe, std::string_view start);

}  // namespace kenv::plan
