// SPDX-License-Identifier: Apache-2.0
#include "resolvers/places.hpp"

#include <algorithm>

#include "resolvers/builds/index_part.hpp"
#include "resolvers/dependencies/project_candidates.hpp"
#include "resolvers/installed.hpp"

namespace kenv::resolvers {

std::vector<NeedProject> places_of(const python::PackageName& name, const std::string& variant, const Request& request,
                                   const manifest::Catalog& catalog) {
  std::vector<NeedProject> places;
  const auto add = [&](NeedProject place) {
    if (why_not_asked(place.index, request).empty() && std::ranges::find(places, place) == places.end())
      places.push_back(std::move(place));
  };
  const auto add_part = [&](const manifest::Framework& family, const std::string& index) {
    const bool split = index != request.default_index && split_by_variant(family, index);
    add({index, split ? variant : "", name});
  };
  if (const auto* family = catalog.family_of(name.text())) {
    const auto* own = catalog.framework(name.text());
    for (const auto& index : (own != nullptr ? own : family)->indexes) add_part(*family, index);
    // As in the ladder: a place that the user names stands in for indexes that are not to be asked, and only for those.
    const auto bound = request.bound.find(name);
    if (places.empty() && bound != request.bound.end()) add({bound->second, "", name});
    return places;
  }
  add(page_of(name, request, catalog));
  for (const auto& framework : catalog.frameworks)
    if (is_member(framework.members, name))
      for (const auto& index : framework.indexes)
        if (index != request.default_index) add_part(framework, index);
  return places;
}

}  // namespace kenv::resolvers
