// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/installed_build.hpp"

#include "resolvers/builds/manifest_rows.hpp"

namespace kenv::resolvers {

RankingContext ranking_of(const python::PackageName& name, const Surroundings& around) {
  const auto* own = around.catalog.framework(name.text());
  if (!own) own = around.catalog.family_of(name.text());
  RankingContext context{around.request,
                         around.catalog,
                         own ? own->indexes : std::vector<std::string>{},
                         {},
                         around.request.upgraded.contains(name)};
  if (own) context.indexes.insert(context.indexes.end(), own->nightly_indexes.begin(), own->nightly_indexes.end());
  const auto* installed = around.installed.find(name);
  if (const auto preferred = around.request.preferred.find(name); preferred != around.request.preferred.end())
    context.repairing = preferred->second;
  else if (installed && installed->unknown_version.empty() && around.request.purpose == Request::Purpose::Fix &&
           around.request.must_change.contains(name))
    context.repairing = installed->version;
  return context;
}

std::string installed_variant(const InstalledPackage& package, const Surroundings& around) {
  if (!package.variant.empty()) return package.variant;
  if (const auto local = package.version.local_text(); !local.empty()) return local;
  const auto* framework = around.catalog.framework(package.name.text());
  return framework && package.unknown_version.empty()
             ? default_variant(*framework, package.version, around.request.default_index, around.request)
             : "";
}

}  // namespace kenv::resolvers
