// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "resolvers/candidate.hpp"
#include "resolvers/surroundings.hpp"

namespace kenv::resolvers {

/// The one candidate of a package that a lock names: its wheel, or what is installed if that is the same version. The
/// rules for builds judge it like any other: a lock made for another GPU or driver is told so before it is fetched.
/// A package that the lock does not name is as it is installed, or not at all.
CandidateList locked_candidates(const python::PackageName& name, const Surroundings& around);

}  // namespace kenv::resolvers
