// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/satisfying.hpp"

#include <algorithm>

namespace kenv::resolvers {
namespace {

/// An exact pin can only be met by a version with the same release numbers. Asking that first spares most of the work:
/// pins are what a hard search consists of.
bool out_of_question(const python::Specifier& clause, const python::Version& version) {
  if (clause.op != python::SpecifierOperator::Equal || clause.wildcard) return false;
  const std::size_t length = std::max(clause.version.release.size(), version.release.size());
  for (std::size_t i = 0; i < length; ++i)
    if (clause.version.release_at(i) != version.release_at(i)) return true;
  return false;
}

}  // namespace

StateSet satisfying(const CandidateList& list, const python::SpecifierSet& specifier) {
  StateSet allowed = StateSet::none(list.candidates.size() + 1);
  for (std::size_t i = 0; i < list.candidates.size(); ++i) {
    const python::Version& version = list.candidates[i].version;
    if (!specifier.empty() && out_of_question(specifier.clauses.front(), version)) continue;
    if (specifier.contains(version)) allowed.insert(i);
  }
  return allowed;
}

std::string bare_text(const python::Requirement& requirement) {
  python::Requirement bare = requirement;
  bare.marker = {};
  return bare.to_text();
}

}  // namespace kenv::resolvers
