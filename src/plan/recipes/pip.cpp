// SPDX-License-Identifier: Apache-2.0
#include "plan/recipes/pip.hpp"

#include "plan/recipes/formats.hpp"

namespace kenv::plan {
namespace {

Options pip_options(const PinGroup& group, const RecipeSources& sources) {
  if (group.kind == PinGroup::Kind::Links || group.kind == PinGroup::Kind::Addresses)
    return no_index_options(group, sources);
  if (group.address.empty()) return {};
  return {{"--index-url", group.address}};
}

}  // namespace

Options no_index_options(const PinGroup& group, const RecipeSources& sources) {
  Options options = {{"--no-index"}};
  if (group.kind == PinGroup::Kind::Links)
    for (const auto& place : sources.find_links) options.push_back({"--find-links", place});
  return options;
}

std::vector<std::string> packages_of(const PinGroup& group) {
  std::vector<std::string> packages;
  for (const auto& pin : group.pins)
    packages.push_back(group.kind == PinGroup::Kind::Addresses ? pin.by_address_and_digest() : pin.exact());
  return packages;
}

std::vector<std::string> pip_commands(const Recipe& recipe, std::string_view start) {
  std::vector<std::string> commands;
  for (const auto& group : pin_groups(recipe))
    commands.push_back(
        shell_command(std::string(start) + " --no-deps", pip_options(group, recipe.sources), packages_of(group)));
  return commands;
}

std::string pip_recipe(const Recipe& recipe) {
  std::string out = comments(header(recipe));
  for (const auto& command : pip_commands(recipe, "pip install")) out += command;
  return out + "pip check\n";
}

}  // namespace kenv::plan
