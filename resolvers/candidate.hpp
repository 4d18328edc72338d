// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "manifest/manifest.hpp"
#include "plan/plan.hpp"
#include "python/name.hpp"
#include "python/project_page.hpp"
#include "python/version.hpp"

namespace kenv::resolvers {

/// Where a file comes from that somebody named by its address.
inline constexpr const char* kDirectIndex = "url";

/// One way to have a package: the one that is installed, a wheel of an index, or a build that a manifest names.
struct Candidate {
  python::Version version;
  std::string index;                        ///< where it comes from; empty: it is installed
  std::string variant;                      ///< of builds of a framework: "cu128"
  std::optional<python::ProjectFile> file;  ///< none: installed, or known from a manifest only
  bool installed = false;
  bool direct = false;   ///< named by its address, of no index (`index` is kDirectIndex)
  bool unread = false;   ///< promised by a manifest; the index has not been asked yet
  bool unnamed = false;  ///< stands for the versions that only an index could name; `version` says nothing
  const manifest::Build* build = nullptr;  ///< what a manifest knows about it
  /// Without a row of its own: that of a neighbour in the same line (2.14.0 for 2.14.1, same variant and index). It can
  /// rule the candidate out before gigabytes are fetched for nothing; it never vouches for it.
  const manifest::Build* neighbour = nullptr;
  std::string blocked{};  ///< what about this machine the tags of its wheels do not fit: "this system is Linux"
  /// Not empty: it may not be chosen.
  std::vector<plan::Rejection> rejections{};

  bool eligible() const { return rejections.empty(); }
};

/// What there is of one package, best first. The order is that of preference and never changes within one search.
struct CandidateList {
  python::PackageName name;
  std::vector<Candidate> candidates;
  bool page_unread = false;  ///< only the installed candidate stands here; the index has not been asked
  std::string nowhere{};     ///< of an empty list: "it is not on index pypi"
  std::string left_out{};    ///< the index that would have been asked and was left out on purpose
};

/// "torch 2.15.0 (cu132, pypi)", "numpy 2.4.6"
std::string to_text(const python::PackageName& name, const Candidate& candidate);

}  // namespace kenv::resolvers
