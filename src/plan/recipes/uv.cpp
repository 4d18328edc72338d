// SPDX-License-Identifier: Apache-2.0
#include "plan/recipes/formats.hpp"
#include "plan/recipes/pins.hpp"
#include "plan/recipes/pip.hpp"
#include "plan/recipes/shell_command.hpp"

namespace kenv::plan {
namespace {

Options uv_options(const PinGroup& group, const RecipeSources& sources) {
  if (group.kind == PinGroup::Kind::Links || group.kind == PinGroup::Kind::Addresses)
    return no_index_options(group, sources);
  if (group.address.empty()) return {};
  // With --index it is asked before any index that uv's configuration names; --default-index would come after those.
  return {{group.kind == PinGroup::Kind::Framework ? "--index" : "--default-index", group.address}};
}

}  // namespace

std::string uv_recipe(const Recipe& recipe) {
  std::string out = comments(header(recipe));
  for (const auto& group : pin_groups(recipe))
    out += shell_command("uv pip install --no-deps", uv_options(group, recipe.sources), packages_of(group));
  return out + "uv pip check\n";
}

}  // namespace kenv::plan
