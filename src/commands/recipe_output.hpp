// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "commands/outcome.hpp"
#include "index/settings.hpp"
#include "plan/recipes/recipe.hpp"
#include "resolvers/request.hpp"

// What `kenv resolve --as FORMAT` prints: the plan for another installer.
namespace kenv::commands {

/// The plan's outcome with the recipe as its text and under the key "recipe".
Outcome with_recipe(Outcome outcome, plan::RecipeFormat format, plan::Plan plan, const resolvers::Request& request,
                    const index::IndexSettings& settings, const index::Variables& variables);

}  // namespace kenv::commands
