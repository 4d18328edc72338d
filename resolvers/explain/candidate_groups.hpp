// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <vector>

#include "resolvers/candidate.hpp"

namespace kenv::resolvers {

/// Candidates of one package, variant and index of which the same can be said: "torch 2.11.0, 2.12.0 (cu130, pypi)".
class CandidateGroup {
 public:
  CandidateGroup(const python::PackageName& name, const Candidate& first)
      : name_(name), variant_(first.variant), index_(first.index), installed_(first.installed) {}

  void add(const Candidate& candidate);
  std::string text() const;

 private:
  python::PackageName name_;
  std::string variant_, index_;
  bool installed_ = false;
  std::vector<std::string> versions_;
  std::set<std::string> known_;  ///< the same, to look them up
};

}  // namespace kenv::resolvers
