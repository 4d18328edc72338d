// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "resolvers/builds/ranking.hpp"
#include "resolvers/surroundings.hpp"

// What the builds of a framework are held against: the one that is installed.
namespace kenv::resolvers {

/// What the order of the package's builds depends on here.
RankingContext ranking_of(const python::PackageName& name, const Surroundings& around);

/// The variant of an installed package, from its own files, its version, or what the default index serves.
std::string installed_variant(const InstalledPackage& package, const Surroundings& around);

}  // namespace kenv::resolvers
