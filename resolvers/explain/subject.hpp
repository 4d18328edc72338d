// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "manifest/manifest.hpp"
#include "python/name.hpp"
#include "python/specifier.hpp"
#include "resolvers/candidate.hpp"

namespace kenv::resolvers {

/// What a "why not" is about: builds by package, version, variant and index, each of which may be left open.
struct Subject {
  std::optional<python::PackageName> package;
  python::SpecifierSet versions;  ///< without local parts: which build of a version is meant says `variant`
  std::string variant, index;

  /// Reads "torch", "torch==2.15.0", "torch==2.15.0+cu126", "cu126", "pytorch" (an index), and a build as kenv prints
  /// it: "torch 2.15.0 (cu126, pytorch)".
  static Result<Subject> parse(std::string_view text, const manifest::Catalog& catalog);

  bool means(const python::PackageName& name, const Candidate& candidate) const;
};

}  // namespace kenv::resolvers
