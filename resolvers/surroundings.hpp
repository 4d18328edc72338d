// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <utility>
#include <vector>

#include "resolvers/dependencies/wheel_choice.hpp"
#include "resolvers/installed.hpp"
#include "resolvers/knowledge.hpp"
#include "resolvers/request.hpp"
#include "resolvers/scope.hpp"

namespace kenv::resolvers {

/// Everything that candidate lists are made from, in one place.
class Surroundings {
 public:
  Surroundings(const Request& asked, const manifest::Catalog& facts);

  const Request& request;
  const manifest::Catalog& catalog;
  const Target target;
  const InstalledPackages installed;
  Knowledge knowledge;
  Scope scope;

  /// The versions of a page with the best wheel of each, newest first. The page must have been read.
  const std::vector<std::pair<python::Version, WheelChoice>>& wheels(const NeedProject& need);
  /// The installed package, if it is a candidate: kept where nothing speaks against it.
  const InstalledPackage* candidate_installed(const python::PackageName& name) const;
  /// Whether the installed version is the only one to look at: it is there, and nothing speaks against it so far.
  bool installed_suffices(const python::PackageName& name) const;
  /// Why this build may not be tried again; null if it was not tried.
  const plan::Rejection* failure_of(const python::PackageName& name, const python::Version& version,
                                    const std::string& index) const;
  /// Whether the user has asked for exactly this version (a yanked file may then be taken).
  bool pinned(const python::PackageName& name, const python::Version& version) const;
  /// Where a root or a constraint was read, to be added to its text: " (requirements.txt:3)"; empty if it was typed.
  std::string stated_at(const python::Requirement& requirement) const;
  /// What the text of a requirement gets that an override put there: " (as the override has it, o.txt:1)"; empty if
  /// none did.
  std::string as_overridden(const python::Requirement& requirement) const;
  /// Whether the request vouches for the file, or does not ask that somebody does.
  bool vouched(const python::PackageName& name, const python::ProjectFile& file) const;

 private:
  std::map<NeedProject, std::vector<std::pair<python::Version, WheelChoice>>> wheels_;
};

}  // namespace kenv::resolvers
