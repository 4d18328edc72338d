// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "resolvers/candidate.hpp"
#include "resolvers/dependencies/state_set.hpp"
#include "resolvers/surroundings.hpp"

namespace kenv::resolvers {

/// Whether some framework's manifest bounds the versions of this package.
bool is_companion(const manifest::Catalog& catalog, const python::PackageName& name);

/// Which candidates of a companion go with a build of the framework, and that in words: "torchvision==0.23.0".
struct CompanionBound {
  StateSet allowed;  ///< without the absent state
  std::string text;
};
CompanionBound companion_bound(const manifest::Framework& framework, const manifest::Companion& companion,
                               const Candidate& build, const CandidateList& candidates, const Surroundings& around);

/// The other way round: with which builds of the framework a version of an extension goes that only the manifest names.
/// All of them where no pair speaks of that version.
StateSet builds_for(const manifest::Companion& extension, const python::Version& version, const CandidateList& builds);

}  // namespace kenv::resolvers
