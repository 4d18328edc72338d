// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/satisfying.hpp"

#include <algorithm>

#include "python/location.hpp"
#include "resolvers/dependencies/direct_candidates.hpp"

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

bool states_local(const python::SpecifierSet& specifier) {
  return std::ranges::any_of(specifier.clauses,
                             [](const auto& one) { return one.text.find('+') != std::string::npos; });
}

/// Whether the version with the variant as its local part is what the specifier asks for.
bool contains_variant(const python::SpecifierSet& specifier, const Candidate& candidate) {
  if (candidate.variant.empty() || !candidate.version.local_text().empty()) return false;
  const auto full = python::Version::parse(candidate.version.text() + "+" + candidate.variant);
  return full && specifier.contains(*full);
}

}  // namespace

StateSet satisfying(const CandidateList& list, const python::SpecifierSet& specifier, bool meant) {
  const bool by_variant = meant && states_local(specifier);
  StateSet allowed = StateSet::none(list.candidates.size() + 1);
  for (std::size_t i = 0; i < list.candidates.size(); ++i) {
    if (list.candidates[i].unnamed) {
      allowed.insert(i);
      continue;
    }
    const python::Version& version = list.candidates[i].version;
    if (!specifier.empty() && out_of_question(specifier.clauses.front(), version)) continue;
    if (specifier.contains(version) || (by_variant && contains_variant(specifier, list.candidates[i])))
      allowed.insert(i);
  }
  return allowed;
}

StateSet satisfying(const CandidateList& list, const python::Requirement& requirement, bool meant) {
  if (requirement.url.empty()) return satisfying(list, requirement.specifier, meant);
  StateSet allowed = StateSet::none(list.candidates.size() + 1);
  for (std::size_t i = 0; i < list.candidates.size(); ++i)
    if (list.candidates[i].direct && same_file(list.candidates[i].file->url, requirement.url)) allowed.insert(i);
  return allowed;
}

std::string bare_text(const python::Requirement& requirement) {
  python::Requirement bare = requirement;
  bare.marker = {};
  bare.url = python::without_secrets(bare.url);
  return bare.to_text();
}

}  // namespace kenv::resolvers
