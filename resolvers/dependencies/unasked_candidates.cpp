// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/unasked_candidates.hpp"

#include <functional>
#include <set>

#include "resolvers/builds/manifest_rows.hpp"

namespace kenv::resolvers {
namespace {

using Versions = std::set<python::Version, std::greater<>>;

void add_paired(const python::PackageName& name, const manifest::Catalog& catalog, Versions& versions) {
  for (const auto& framework : catalog.frameworks)
    for (const auto& companion : framework.companions)
      if (companion.package == name.text())
        for (const auto& pair : companion.pairs)
          if (auto version = named_version(pair)) versions.insert(*std::move(version));
}

void add_pinned(const python::PackageName& name, const Request& request, Versions& versions) {
  for (const auto& package : request.installed)
    for (const auto& requirement : package.requires_dist) {
      if (requirement.name != name || !requirement.specifier.pins_exactly()) continue;
      const auto applies = requirement.marker.evaluate(request.markers);
      const auto& clause = requirement.specifier.clauses.front();
      if (applies && *applies && clause.op == python::SpecifierOperator::Equal) versions.insert(clause.version);
    }
}

}  // namespace

std::vector<Candidate> unasked_candidates(const InstalledPackage& installed, const Surroundings& around) {
  Versions versions;
  add_paired(installed.name, around.catalog, versions);
  add_pinned(installed.name, around.request, versions);
  versions.erase(installed.version);
  std::vector<Candidate> candidates;
  for (const auto& version : versions) candidates.push_back({version, around.request.default_index, "", {}});
  candidates.push_back({python::Version(), around.request.default_index, "", {}});
  candidates.back().unnamed = true;
  return candidates;
}

}  // namespace kenv::resolvers
