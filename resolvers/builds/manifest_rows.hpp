// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "manifest/manifest.hpp"
#include "python/name.hpp"
#include "resolvers/request.hpp"

namespace kenv::resolvers {

/// Rows for the request's system, one for each version, variant and index: that for its Python where there are several.
std::vector<const manifest::Build*> rows_here(const manifest::Framework& framework, const Request& request);

/// The row of a build; an empty index matches any. Null if no manifest knows it.
const manifest::Build* find_row(const manifest::Framework& framework, const python::Version& version,
                                const std::string& variant, const std::string& index, const Request& request);

/// The row of the nearest version with the same first two numbers, same variant and index; null if there is none.
const manifest::Build* neighbour_row(const manifest::Framework& framework, const python::Version& version,
                                     const std::string& variant, const std::string& index, const Request& request);

/// The variant of files that carry none in their name ("" if the manifest does not say).
std::string default_variant(const manifest::Framework& framework, const python::Version& version,
                            const std::string& index, const Request& request);

/// Equal, or equal but for a local part that only one of them states.
bool same_release(const python::Version& a, const python::Version& b);

/// The first pair that speaks about this version of the framework; null if none does.
const manifest::Companion::Pair* pair_for(const manifest::Companion& companion, const python::Version& framework);

/// The version of the companion that a pair names: the newest that it knows of, else that of "==0.23.0" or the first of
/// ">=0.29". None where it only bounds: "<2".
std::optional<python::Version> named_version(const manifest::Companion::Pair& pair);

/// "cp312", "cp314t", "pp310": the tag of the request's own interpreter, as rows list those that a build has wheels
/// for.
std::string interpreter_tag(const Request& request);

/// A companion as an index would name it beside a build of the framework.
struct CompanionBuild {
  python::Version version;
  std::string variant;  ///< empty where it is not known which ones there are
};

/// The builds of a companion that go with a build, read off the family's pairs ("==0.23.0" -> 0.23.0): for planning
/// from manifests alone. A version is paired with a variant only where that pair is known to exist: it was released
/// together with the framework's, or the manifest lists it. Otherwise the version stands alone, or nothing does.
std::vector<CompanionBuild> companion_builds(const manifest::Framework& family, const python::PackageName& package,
                                             const manifest::Build& build);

}  // namespace kenv::resolvers
