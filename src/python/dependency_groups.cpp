// SPDX-License-Identifier: Apache-2.0
#include "python/dependency_groups.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "python/requirement_array.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

using TomlKind = document::Value::Kind;

/// Groups that include others twice, and those others twice again, would never end.
constexpr int kMostVisits = 10'000;
constexpr std::size_t kDeepest = 200;  ///< each group inside another is a call inside another

std::string normal(std::string_view name) {
  const auto parsed = PackageName::parse(name);
  return parsed ? parsed->text() : text::lower(name);
}

/// The name in { include-group = "name" }, the only table that may stand in a group.
Result<std::string> included_group(const document::Value& item, std::string_view file) {
  const auto* name = item.find("include-group");
  if (item.kind != TomlKind::Table || name == nullptr || name->kind != TomlKind::Text || item.members.size() != 1)
    return refuse("expected a requirement or { include-group = \"NAME\" }, found " + std::string(to_text(item.kind)),
                  item.place(file));
  return name->text;
}

}  // namespace

DependencyGroups::DependencyGroups(const document::Value& table, std::string_view file, std::vector<Problem>& problems)
    : file_(file) {
  if (table.kind != TomlKind::Table) {
    problems.push_back({"`dependency-groups` must be a table", table.place(file), {}});
    return;
  }
  for (const auto& [name, items] : table.members) {
    const auto [place, added] = groups_.emplace(normal(name), Group{name, items});
    if (!added)
      problems.push_back({"the groups " + excerpt(place->second.spelling) + " and " + excerpt(name) +
                              " have the same name once normalised",
                          items.place(file), "rename one of them"});
  }
}

std::vector<std::string> DependencyGroups::names() const {
  std::vector<std::string> names;
  for (const auto& [key, group] : groups_) names.push_back(group.spelling);
  return names;
}

Result<std::vector<PlacedRequirement>> DependencyGroups::requirements(std::string_view name) const {
  Path path;
  return expand(name, {file_}, path);
}

Result<std::vector<PlacedRequirement>> DependencyGroups::expand(std::string_view name, const Position& asked_at,
                                                                Path& path) const {
  const auto found = groups_.find(normal(name));
  if (found == groups_.end()) {
    const auto near = text::closest(name, names());
    return refuse("there is no dependency group " + excerpt(name), asked_at,
                  near              ? "did you mean " + *near + "?"
                  : names().empty() ? ""
                                    : "there are: " + text::join(names(), ", "));
  }
  path.names.push_back(found->first);
  if (++path.visits > kMostVisits)
    return refuse("dependency groups include each other more than ten thousand times", asked_at);
  if (std::ranges::count(path.names, found->first) > 1)
    return refuse("dependency groups include each other: " + text::join(path.names, " includes "), asked_at,
                  "take one of these include-group entries out");
  if (path.names.size() > kDeepest)
    return refuse("dependency groups include each other more than " + std::to_string(kDeepest) + " deep", asked_at);
  const auto& items = found->second.items;
  if (items.kind != TomlKind::Array)
    return refuse("the group " + excerpt(found->second.spelling) + " must be an array", items.place(file_));
  std::vector<PlacedRequirement> out;
  for (const auto& item : items.items) {
    if (item.kind == TomlKind::Text) {
      auto placed = requirement_in(item, file_);
      if (!placed) return tl::unexpected(std::move(placed.error()));
      out.push_back(*std::move(placed));
      continue;
    }
    const auto group = included_group(item, file_);
    if (!group) return tl::unexpected(group.error());
    auto included = expand(*group, item.place(file_), path);
    if (!included) return included;
    out.insert(out.end(), std::make_move_iterator(included->begin()), std::make_move_iterator(included->end()));
  }
  path.names.pop_back();
  return out;
}

}  // namespace kenv::python
