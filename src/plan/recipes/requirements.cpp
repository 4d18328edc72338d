// SPDX-License-Identifier: Apache-2.0
#include "plan/recipes/requirements.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "plan/recipes/formats.hpp"
#include "plan/recipes/pins.hpp"
#include "plan/recipes/pip.hpp"

namespace kenv::plan {
namespace {

using Kind = PinGroup::Kind;

/// The group whose source the file names.
const PinGroup* base_group(const std::vector<PinGroup>& groups) {
  for (const Kind kind : {Kind::Default, Kind::Framework, Kind::Links})
    for (const auto& group : groups)
      if (group.kind == kind) return &group;
  return nullptr;
}

std::vector<std::string> options_of(const PinGroup* base, const RecipeSources& sources) {
  if (base != nullptr && base->kind != Kind::Links)
    return base->address.empty() ? std::vector<std::string>{}
                                 : std::vector<std::string>{"--index-url " + base->address};
  std::vector<std::string> options;
  for (const auto& option : no_index_options(base != nullptr ? *base : PinGroup{Kind::Addresses, "", "", {}}, sources))
    options.push_back(text::join(option, " "));
  return options;
}

RequirementsFile::Line line_of(const Pin& pin, const PinGroup& group, const PinGroup* base) {
  const std::string digest = pin.digest ? pin.digest->to_text() : "";
  if (&group == base || pin.url.empty()) return {"", pin.exact(), digest};
  const std::string source = group.kind == Kind::Framework ? ", from " + group.name + " (" + group.address + ")" : "";
  return {pin.exact() + source, pin.by_address(), digest};
}

}  // namespace

RequirementsFile requirements_file(const Recipe& recipe) {
  const auto groups = pin_groups(recipe);
  const auto* base = base_group(groups);
  RequirementsFile file{header(recipe), options_of(base, recipe.sources), {}};
  std::vector<std::pair<std::string, RequirementsFile::Line>> named;
  std::vector<std::string> without_digest;
  for (const auto& group : groups)
    for (const auto& pin : group.pins) {
      named.emplace_back(pin.name, line_of(pin, group, base));
      if (!pin.digest) without_digest.push_back(pin.exact());
    }
  std::ranges::sort(named, {}, [](const auto& entry) { return entry.first; });
  for (auto& [name, line] : named) {
    if (!without_digest.empty()) line.digest.clear();
    file.lines.push_back(std::move(line));
  }
  if (!without_digest.empty())
    file.notes.push_back("note: without hashes, since pip checks all or none and the source states none for " +
                         text::join(without_digest, ", "));
  if (!recipe.target.overridden.empty())
    file.notes.push_back(
        "note: an override takes the place of what packages require of " +
        text::join(std::vector(recipe.target.overridden.begin(), recipe.target.overridden.end()), ", ") +
        ": install with --no-deps, everything is listed");
  return file;
}

std::string requirements_recipe(const Recipe& recipe) {
  const auto file = requirements_file(recipe);
  std::string out = comments(file.notes);
  for (const auto& option : file.options) out += option + "\n";
  for (const auto& line : file.lines) {
    if (!line.comment.empty()) out += comments({line.comment});
    out += line.requirement;
    if (!line.digest.empty()) out += " \\\n    --hash=" + line.digest;
    out += "\n";
  }
  return out;
}

}  // namespace kenv::plan
