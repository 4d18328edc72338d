// SPDX-License-Identifier: Apache-2.0
#include "plan/recipes/recipe.hpp"

#include <algorithm>
#include <array>

#include "plan/recipes/formats.hpp"

namespace kenv::plan {
namespace {

constexpr std::array<std::string_view, 6> kNames = {"pip", "uv", "requirements", "pyproject-uv", "dockerfile", "conda"};

}  // namespace

std::span<const std::string_view> recipe_format_names() { return kNames; }

std::optional<RecipeFormat> recipe_format(std::string_view name) {
  const auto place = std::ranges::find(kNames, name);
  if (place == kNames.end()) return std::nullopt;
  return static_cast<RecipeFormat>(place - kNames.begin());
}

std::string_view to_text(RecipeFormat format) { return kNames[static_cast<std::size_t>(format)]; }

std::string render_recipe(RecipeFormat format, const Recipe& recipe) {
  switch (format) {
    case RecipeFormat::Pip:
      return pip_recipe(recipe);
    case RecipeFormat::Uv:
      return uv_recipe(recipe);
    case RecipeFormat::Requirements:
      return requirements_recipe(recipe);
    case RecipeFormat::PyprojectUv:
      return pyproject_uv_recipe(recipe);
    case RecipeFormat::Dockerfile:
      return dockerfile_recipe(recipe);
    case RecipeFormat::Conda:
      return conda_recipe(recipe);
  }
  return {};
}

}  // namespace kenv::plan
