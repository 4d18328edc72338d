// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "resolvers/dependencies/incompatibility.hpp"

namespace kenv::resolvers {

/// What a candidate asks of another package.
struct Dependency {
  PackageId package = 0;
  StateSet allowed;    ///< the states that satisfy it; the absent state is in it for bounds only
  bool bound = false;  ///< it limits the package if it is there, and does not ask for it
  std::string text;    ///< as written: "numpy>=2"
};

/// What is known about one candidate.
struct CandidateFacts {
  std::vector<Dependency> dependencies;
  std::string unusable;  ///< why the candidate cannot be used after all; empty if it can
};

/// Candidates of a package that are known to be unusable beforehand, with the reason.
struct Exclusion {
  StateSet states;
  bool bound = false;  ///< forbidden by a constraint rather than unusable
  std::string text;
};

/// Where the solver learns about packages. Package ids are handed out by the source, in the order of first mention;
/// a package whose candidates are not known yet has no id.
class PackageSource {
 public:
  virtual ~PackageSource() = default;

  /// Number of states of a package, the absent one included.
  virtual std::size_t states(PackageId package) const = 0;
  virtual std::vector<Exclusion> exclusions(PackageId package) const = 0;
  /// Nothing if more must be found out first; the source has then noted what.
  virtual std::optional<CandidateFacts> facts(PackageId package, std::size_t candidate) = 0;
  /// Packages of a lower class are decided first.
  virtual int decision_class(PackageId) const { return 0; }
  /// For "name[extra]" the id of "name", whose candidates are the same ones in the same order; else the id itself.
  virtual PackageId base(PackageId package) const { return package; }
};

}  // namespace kenv::resolvers
