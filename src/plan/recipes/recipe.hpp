// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "plan/plan.hpp"

// A plan for those who keep their own installer: the commands or the configuration that get the very same wheels.
namespace kenv::plan {

enum class RecipeFormat { Pip, Uv, Requirements, PyprojectUv, Dockerfile, Conda };

/// "pip", "uv", "requirements", "pyproject-uv", "dockerfile", "conda"
std::span<const std::string_view> recipe_format_names();
std::optional<RecipeFormat> recipe_format(std::string_view name);
std::string_view to_text(RecipeFormat format);

/// Where the wheels of the plan come from. No address may hold credentials: it is printed.
struct RecipeSources {
  std::string default_name = "pypi";                       ///< by which the plan's wheels name the default index
  std::string default_address;                             ///< empty: the installers' own default
  std::map<std::string, std::string> framework_addresses;  ///< by name
  std::string links_name = "find-links";  ///< by which the plan's wheels name the places of --find-links
  std::vector<std::string> find_links;    ///< those places: absolute paths or URLs
  std::vector<std::string> notes;         ///< what the reader has to know of them; printed as comments
};

/// Whom the plan is for.
struct RecipeTarget {
  std::string python = "3.12.0";  ///< the interpreter's version
  bool free_threaded = false;
  std::string os = "linux", machine = "x86_64";
  std::vector<std::string> gpus;                        ///< their names
  std::map<std::string, std::set<std::string>> extras;  ///< of the packages that were asked for, by normal name
  std::set<std::string> overridden;  ///< packages of which an override takes the place of what others require
};

struct Recipe {
  const Plan& plan;
  RecipeSources sources;
  RecipeTarget target;
};

/// The text, ending in a line break. Versions stand as the METADATA of the chosen files state them. Every package is
/// asked from the index that it was chosen from and from no other: where a format knows but one list of indexes, the
/// wheels of the others are named by their addresses.
std::string render_recipe(RecipeFormat format, const Recipe& recipe);

}  // namespace kenv::plan
