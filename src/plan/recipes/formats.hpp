// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "plan/recipes/recipe.hpp"

namespace kenv::plan {

/// pip: one command for each index, without dependencies, since all of them are listed. pip merges the indexes that it
/// is given, so it is never given two.
std::string pip_recipe(const Recipe& recipe);

/// uv's pip interface, likewise. uv takes a package from the first index that knows its name, whatever versions stand
/// there: a framework's index that also lists an old numpy would hide the one that was chosen.
std::string uv_recipe(const Recipe& recipe);

/// A requirements file for pip and uv alike.
std::string requirements_recipe(const Recipe& recipe);

/// Tables of a pyproject.toml for `uv lock` and `uv sync`.
std::string pyproject_uv_recipe(const Recipe& recipe);

/// A Dockerfile that runs pip.
std::string dockerfile_recipe(const Recipe& recipe);

/// An environment.yml whose pip section holds the wheels: conda's own builds of the same packages are other builds.
std::string conda_recipe(const Recipe& recipe);

}  // namespace kenv::plan
