// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "manifest/manifest.hpp"
#include "resolvers/request.hpp"

namespace kenv::resolvers {

/// What is installed, as a graph: who needs whom, what may move, and what nobody needs any more afterwards.
class InstalledPackages {
 public:
  InstalledPackages(const Request& request, const manifest::Catalog& catalog);

  const InstalledPackage* find(const python::PackageName& name) const;
  /// Stays unless something speaks against it: it is installed, and neither to be changed nor to be removed.
  bool kept(const python::PackageName& name) const;
  /// The kept ones that somebody asked for or that no other package needs, and one of each circle that these do not
  /// lead to: the roots of what has to go on working.
  std::vector<python::PackageName> top_level() const;

  /// What an installed package needs with this extra ("" for the package itself). Of what was in use before and is not
  /// asked for now, only as far as it is met or concerns something that moves: what is violated already must not block
  /// a repair; it is noted instead.
  std::vector<python::Requirement> needs(const InstalledPackage& package, const std::string& extra) const;
  /// What packages that stay as they are require in vain, before as afterwards; in sentences.
  std::vector<std::string> violated(const std::set<python::PackageName>& staying,
                                    const std::map<python::PackageName, python::Version>& afterwards) const;
  /// What these installed packages and their extras in use require and have, as things are.
  std::vector<std::pair<python::PackageName, python::Requirement>> met_for(
      const std::set<python::PackageName>& packages) const;

  /// Installed packages that are not among `used`, split by their fate.
  struct Leftovers {
    std::set<python::PackageName> removed;  ///< only the replaced or removed ones needed them
    std::set<python::PackageName> kept;
  };
  Leftovers leftovers(const std::set<python::PackageName>& used, const std::set<python::PackageName>& replaced) const;

 private:
  using Part = std::pair<python::PackageName, std::string>;  ///< an installed package, or one of its extras

  bool moves(const python::PackageName& name) const;
  bool applies(const python::Requirement& requirement, const std::string& extra) const;
  bool violates(const python::Requirement& requirement) const;
  /// Whether the name is one of those that a framework which has to change brings along (nvidia-*, triton). It may be
  /// the user's own package all the same.
  bool is_part_of_moving_framework(const python::PackageName& name) const;
  /// The same libraries as some used ones for another CUDA (nvidia-cudnn-cu12 beside nvidia-cudnn-cu13), as installers
  /// leave them: both lie at the same paths, so they cannot stay.
  std::set<python::PackageName> for_another_cuda(const std::set<python::PackageName>& used) const;
  /// Parts of a framework whatever a replaced build required: those that the manifest names one by one (triton, also
  /// where a marker lets nobody require it) and, where facts do not say what it required, libraries for a CUDA
  /// (nvidia-cudnn-cu13). Not whatever NVIDIA publishes.
  std::set<python::PackageName> parts_beyond_needs(const std::set<python::PackageName>& replaced) const;
  /// These parts and all that they need, as far as it is installed.
  std::set<Part> closure(std::vector<Part> open) const;
  std::set<python::PackageName> needed_by(const std::set<python::PackageName>& starting) const;
  std::vector<Part> asked_now() const;

  const Request& request_;
  const manifest::Catalog& catalog_;
  std::map<python::PackageName, const InstalledPackage*> packages_;
  std::set<Part> tolerated_;  ///< was in use before, and the request does not ask for it
};

/// Whether a manifest's member pattern ("torch", "nvidia-*") names the package.
bool is_member(const std::vector<std::string>& patterns, const python::PackageName& name);

}  // namespace kenv::resolvers
