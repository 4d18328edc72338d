// SPDX-License-Identifier: Apache-2.0
#include "resolvers/installed.hpp"
#include "resolvers/dependencies/satisfying.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace kenv::resolvers {

bool is_member(const std::vector<std::string>& patterns, const python::PackageName& name) {
  return std::ranges::any_of(patterns, [&](const std::string& pattern) {
    if (pattern.ends_with('*')) return name.text().starts_with(pattern.substr(0, pattern.size() - 1));
    return name.text() == pattern;
  });
}

namespace {

/// "nvidia-cudnn" of nvidia-cudnn-cu12; empty for a name that ends otherwise.
std::string without_cuda(const python::PackageName& name) {
  const std::string& text = name.text();
  const auto at = text.rfind("-cu");
  const bool numbered = at != std::string::npos && at + 3 < text.size() &&
                        text.find_first_not_of("0123456789", at + 3) == std::string::npos;
  return numbered ? text.substr(0, at) : "";
}

}  // namespace

InstalledPackages::InstalledPackages(const Request& request, const manifest::Catalog& catalog)
    : request_(request), catalog_(catalog) {
  for (const auto& package : request.installed) packages_.emplace(package.name, &package);
  std::vector<Part> everything;
  for (const auto& [name, package] : packages_) everything.emplace_back(name, "");
  tolerated_ = closure(std::move(everything));
  for (const auto& part : closure(asked_now())) tolerated_.erase(part);
}

/// What an installation asks for is to work afterwards, whether it did before or not; a repair asks for less.
std::vector<InstalledPackages::Part> InstalledPackages::asked_now() const {
  std::vector<Part> parts;
  if (request_.purpose != Request::Purpose::Install) return parts;
  for (const auto& root : request_.roots) {
    if (!packages_.contains(root.name)) continue;
    parts.emplace_back(root.name, "");
    for (const auto& extra : root.extras) parts.emplace_back(root.name, extra);
  }
  return parts;
}

const InstalledPackage* InstalledPackages::find(const python::PackageName& name) const {
  const auto place = packages_.find(name);
  return place == packages_.end() ? nullptr : place->second;
}

bool InstalledPackages::kept(const python::PackageName& name) const {
  const auto* package = find(name);
  return package && package->unknown_version.empty() && !request_.must_change.contains(name) &&
         !request_.removed.contains(name);
}

/// Whether a package may have another version afterwards because the request is about it or about its family.
bool InstalledPackages::moves(const python::PackageName& name) const {
  if (request_.must_change.contains(name)) return true;
  const auto* family = catalog_.family_of(name.text());
  return family && request_.must_change.contains(python::PackageName::from_normal(family->name));
}

bool InstalledPackages::applies(const python::Requirement& requirement, const std::string& extra) const {
  const auto plain = requirement.marker.evaluate(request_.markers);
  if (extra.empty()) return plain && *plain;
  const auto with = requirement.marker.evaluate(request_.markers, {extra});
  return with && *with && !(plain && *plain);
}

bool InstalledPackages::violates(const python::Requirement& requirement) const {
  const auto* needed = find(requirement.name);
  return !needed || !needed->satisfies(requirement.specifier);
}

bool InstalledPackages::is_part_of_moving_framework(const python::PackageName& name) const {
  if (catalog_.family_of(name.text())) return false;
  return std::ranges::any_of(catalog_.frameworks, [&](const auto& framework) {
    return request_.must_change.contains(python::PackageName::from_normal(framework.name)) &&
           is_member(framework.members, name);
  });
}

std::set<python::PackageName> InstalledPackages::for_another_cuda(const std::set<python::PackageName>& used) const {
  std::set<std::string> libraries;
  for (const auto& name : used)
    if (const std::string library = without_cuda(name); !library.empty() && is_part_of_moving_framework(name))
      libraries.insert(library);
  std::set<python::PackageName> found;
  for (const auto& [name, package] : packages_)
    if (!used.contains(name) && libraries.contains(without_cuda(name))) found.insert(name);
  return found;
}

std::set<python::PackageName> InstalledPackages::parts_beyond_needs(
    const std::set<python::PackageName>& replaced) const {
  const bool known = std::ranges::any_of(catalog_.frameworks, [&](const auto& framework) {
    const auto name = python::PackageName::from_normal(framework.name);
    return replaced.contains(name) && !find(name)->requires_dist.empty();
  });
  std::set<python::PackageName> found;
  const auto is_named = [&](const python::PackageName& name) {
    return std::ranges::any_of(catalog_.frameworks, [&](const auto& framework) {
      return std::ranges::find(framework.members, name.text()) != framework.members.end();
    });
  };
  for (const auto& [name, package] : packages_)
    if (is_part_of_moving_framework(name) && (is_named(name) || (!known && !without_cuda(name).empty())))
      found.insert(name);
  return found;
}

std::vector<python::PackageName> InstalledPackages::top_level() const {
  std::set<python::PackageName> everything;
  for (const auto& [name, package] : packages_) everything.insert(name);
  const std::set<python::PackageName> needed = needed_by(everything);
  std::vector<python::PackageName> result;
  // Whether such a one may stay is only known when the framework's new build is.
  const auto may_be_a_library = [&](const InstalledPackage& package) {
    return !package.requested && is_part_of_moving_framework(package.name);
  };
  std::vector<Part> held;
  for (const auto& [name, package] : packages_) {
    const bool removed = request_.removed.contains(name);
    if (!package->unknown_version.empty() || may_be_a_library(*package)) continue;
    if (!removed && !package->requested && needed.contains(name)) continue;
    if (!removed) result.push_back(name);
    held.emplace_back(name, "");
  }
  // Packages that need each other and that nothing else leads to: the first of them stands for the circle.
  std::set<Part> reached = closure(std::move(held));
  for (const auto& [name, package] : packages_) {
    if (reached.contains({name, ""}) || !package->unknown_version.empty() || may_be_a_library(*package)) continue;
    result.push_back(name);
    reached.merge(closure({{name, ""}}));
  }
  return result;
}

std::vector<std::pair<python::PackageName, python::Requirement>> InstalledPackages::met_for(
    const std::set<python::PackageName>& packages) const {
  std::vector<Part> parts;
  for (const auto& name : packages) parts.emplace_back(name, "");
  std::vector<std::pair<python::PackageName, python::Requirement>> met;
  for (const auto& [name, extra] : closure(std::move(parts)))
    for (const auto& requirement : find(name)->requires_dist)
      if (packages.contains(name) && applies(requirement, extra) && !violates(requirement))
        met.emplace_back(name, requirement);
  return met;
}

std::vector<python::Requirement> InstalledPackages::needs(const InstalledPackage& package,
                                                          const std::string& extra) const {
  std::vector<python::Requirement> result;
  for (const auto& requirement : package.requires_dist) {
    if (!applies(requirement, extra) || request_.removed.contains(requirement.name)) continue;
    if (violates(requirement) && !moves(requirement.name) && tolerated_.contains({package.name, extra})) continue;
    result.push_back(requirement);
  }
  return result;
}

std::vector<std::string> InstalledPackages::violated(
    const std::set<python::PackageName>& staying,
    const std::map<python::PackageName, python::Version>& afterwards) const {
  std::vector<std::string> notes;
  for (const auto& [name, extra] : tolerated_) {
    if (!staying.contains(name)) continue;
    const auto* package = find(name);
    for (const auto& requirement : package->requires_dist) {
      if (!applies(requirement, extra) || !violates(requirement) || request_.removed.contains(requirement.name))
        continue;
      const auto needed = afterwards.find(requirement.name);
      if (needed != afterwards.end() && requirement.specifier.contains(needed->second)) continue;
      notes.push_back(fmt::format("{} {} requires {}, but {}: it was so before, and is left as it is", name.text(),
                                  package->version.text(), bare_text(requirement),
                                  needed != afterwards.end() ? needed->second.text() + " is installed"
                                  : staying.contains(requirement.name)
                                      ? find(requirement.name)->version_text() + " is installed"
                                      : "that is not installed"));
    }
  }
  return notes;
}

// Extras are followed too: torch needs "cuda-toolkit[cublas]", and only through that extra nvidia-cublas.
std::set<InstalledPackages::Part> InstalledPackages::closure(std::vector<Part> open) const {
  std::set<Part> seen(open.begin(), open.end());
  const auto follow = [&](const python::PackageName& name, const std::string& extra) {
    if (packages_.contains(name) && seen.emplace(name, extra).second) open.emplace_back(name, extra);
  };
  while (!open.empty()) {
    const auto [name, extra] = open.back();
    open.pop_back();
    for (const auto& requirement : find(name)->requires_dist) {
      if (!applies(requirement, extra)) continue;
      follow(requirement.name, {});
      for (const auto& wanted : requirement.extras) follow(requirement.name, wanted);
    }
  }
  return seen;
}

std::set<python::PackageName> InstalledPackages::needed_by(const std::set<python::PackageName>& starting) const {
  std::vector<Part> parts;
  for (const auto& name : starting)
    if (packages_.contains(name)) parts.emplace_back(name, "");
  std::set<python::PackageName> reached;
  for (const auto& [name, extra] : closure(std::move(parts)))
    for (const auto& requirement : find(name)->requires_dist)
      if (requirement.name != name && packages_.contains(requirement.name) && applies(requirement, extra))
        reached.insert(requirement.name);
  return reached;
}

InstalledPackages::Leftovers InstalledPackages::leftovers(const std::set<python::PackageName>& used,
                                                          const std::set<python::PackageName>& replaced) const {
  Leftovers result;
  std::set<python::PackageName> owned = needed_by(replaced);
  // What a build needs that only a manifest names is not known: then no more goes than what is part of the framework.
  if (request_.manifest_is_index)
    std::erase_if(owned, [&](const auto& name) { return !is_part_of_moving_framework(name); });
  owned.merge(for_another_cuda(used));
  owned.merge(parts_beyond_needs(replaced));
  for (const auto& [name, package] : packages_) {
    if (used.contains(name) || request_.removed.contains(name)) continue;
    (owned.contains(name) && !package->requested ? result.removed : result.kept).insert(name);
  }
  // Whatever a package that is left there needs stays with it.
  for (const auto& name : needed_by(result.kept))
    if (result.removed.erase(name) > 0) result.kept.insert(name);
  return result;
}

}  // namespace kenv::resolvers
