// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <set>
#include <string>

#include "resolvers/builds/ranking.hpp"
#include "resolvers/candidate.hpp"
#include "resolvers/surroundings.hpp"

namespace kenv::resolvers {

/// The builds of a framework or of one of its companions, best first, each with what speaks against it. Nothing if
/// pages have to be read first (they are noted).
///
/// Two sources are joined: what indexes list and what manifests know. A part of a framework index is read only if one
/// of the builds that a manifest promises there would be chosen; until then they stand in the ladder as unread.
std::optional<CandidateList> build_ladder(const python::PackageName& name, Surroundings& around);

/// Whether the index keeps one list per variant. PyTorch's does, and only there are all variants CUDA releases or
/// "cpu"; others have one list, and the local part of a version names the variant.
bool split_by_variant(const manifest::Framework& framework, const std::string& index);

/// The part of the index in which a candidate of the package stands.
IndexPart part_of(const manifest::Framework& framework, const Candidate& candidate, const Request& request);

/// What the order of the package's builds depends on here.
RankingContext ranking_of(const python::PackageName& name, const Surroundings& around);

/// The variant of an installed package, from its own files, its version, or what the default index serves.
std::string installed_variant(const InstalledPackage& package, const Surroundings& around);

}  // namespace kenv::resolvers
