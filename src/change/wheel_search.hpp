// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "index/index_client.hpp"
#include "manifest/manifest.hpp"
#include "plan/lock.hpp"
#include "resolvers/request.hpp"
#include "venv/installed.hpp"

// Which files of an index may be the wheel that an installed package came from, by what the package says of itself.
namespace kenv::change {

/// What helps if a wheel is not where it was looked for.
inline constexpr const char* kElsewhere =
    "; if it came from elsewhere, name that place: --find-links DIR or --index URL";

/// A file that may be what is installed: by its name, version and tags.
struct Suspect {
  plan::LockedWheel wheel;
  index::MetadataRequest request;
};

/// One installed package that is looked for.
struct WheelSearch {
  const venv::InstalledDistribution* package;
  std::string metadata;
  std::vector<python::Tag> tags;
  std::vector<index::PageRequest> places;  ///< where a resolution would look for it
  std::vector<Suspect> suspects;
  std::string why;  ///< it is not known
};

/// Reads the package's own METADATA and WHEEL. `variant` is that of the framework beside it.
WheelSearch begin_search(const venv::InstalledDistribution& package, const std::string& variant,
                         const resolvers::Request& request, const manifest::Catalog& catalog);
/// Takes the suspects from the answer of one of the places.
void look_at(WheelSearch& search, const index::PageRequest& place, const index::PageAnswer& answer,
             const resolvers::Request& request);

}  // namespace kenv::change
