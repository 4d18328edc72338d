// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "resolvers/candidate.hpp"
#include "resolvers/surroundings.hpp"

namespace kenv::resolvers {

/// The builds of a framework or of one of its companions, best first, each with what speaks against it. Nothing if
/// pages have to be read first (they are noted).
///
/// Two sources are joined: what indexes list and what manifests know. A part of a framework index is read only if one
/// of the builds that a manifest promises there would be chosen; until then they stand in the ladder as unread.
std::optional<CandidateList> build_ladder(const python::PackageName& name, Surroundings& around);

}  // namespace kenv::resolvers
