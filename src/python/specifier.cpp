// SPDX-License-Identifier: Apache-2.0
#include "python/specifier.hpp"

#include <algorithm>

#include "base/text.hpp"
#include "python/specifier_syntax.hpp"

namespace kenv::python {
namespace {

using enum SpecifierOperator;

/// Whether the candidate's release begins with the first `length` numbers of the prefix. Suffixes do not count.
bool has_prefix(const Version& candidate, const Version& prefix, std::size_t length) {
  if (candidate.epoch != prefix.epoch) return false;
  for (std::size_t i = 0; i < length; ++i)
    if (candidate.release_at(i) != prefix.release[i]) return false;
  return true;
}

/// A clause without a local part does not look at the candidate's: ==2.8.0 is met by 2.8.0+cu128 and by 2.8.0+cpu.
bool equals(const Specifier& clause, const Version& candidate) {
  if (clause.wildcard) return has_prefix(candidate, clause.version, clause.version.release.size());
  return clause.version.local.empty() ? candidate.compare_public(clause.version) == 0 : candidate == clause.version;
}

/// "<V" leaves out the pre-releases of V, unless V is one itself: 3.0rc1 is not what "<3.0" means. They all lie between
/// V.dev0, the first of them, and V.
bool less(const Version& candidate, const Version& bound) {
  if (bound.is_prerelease()) return candidate < bound;
  if (!bound.post) return candidate.compare_release(bound) < 0;
  const bool prerelease_of_bound =
      candidate.dev && !candidate.pre && candidate.post == bound.post && candidate.compare_release(bound) == 0;
  return candidate < bound && !prerelease_of_bound;
}

/// ">V" leaves out V with a local part, and V's post-releases unless V is one itself.
bool greater(const Version& candidate, const Version& bound) {
  if (candidate.compare_public(bound) <= 0) return false;
  if (bound.post || !candidate.post) return true;
  const bool post_of_bound = candidate.pre == bound.pre && !bound.dev && candidate.compare_release(bound) == 0;
  return !post_of_bound;
}

/// "~=2.2.1" is ">=2.2.1, ==2.2.*": the last number of the release may grow.
bool compatible(const Version& candidate, const Version& bound) {
  return candidate.compare_public(bound) >= 0 && has_prefix(candidate, bound, bound.release.size() - 1);
}

}  // namespace

bool Specifier::contains(const Version& candidate, std::string_view spelling) const {
  switch (op) {
    case Compatible:
      return compatible(candidate, version);
    case Equal:
      return equals(*this, candidate);
    case NotEqual:
      return !equals(*this, candidate);
    case LessEqual:
      return candidate.compare_public(version) <= 0;
    case GreaterEqual:
      return candidate.compare_public(version) >= 0;
    case Less:
      return less(candidate, version);
    case Greater:
      return greater(candidate, version);
    case Arbitrary:
      return text::lower(spelling.empty() ? candidate.text() : spelling) == text::lower(text);
  }
  return false;
}

std::string Specifier::to_text() const { return std::string(specifier_operator_text(op)) + text; }

bool SpecifierSet::contains(const Version& candidate, std::string_view spelling) const {
  return std::ranges::all_of(clauses, [&](const Specifier& clause) { return clause.contains(candidate, spelling); });
}

bool SpecifierSet::names_prerelease() const {
  return std::ranges::any_of(clauses, [](const Specifier& clause) {
    if (clause.op == NotEqual) return false;  // excluding a pre-release is no wish for one
    if (clause.op != Arbitrary) return clause.version.is_prerelease();
    const auto version = Version::parse(clause.text);
    return version && version->is_prerelease();
  });
}

bool SpecifierSet::pins_exactly() const {
  if (clauses.size() != 1) return false;
  return clauses[0].op == Arbitrary || (clauses[0].op == Equal && !clauses[0].wildcard);
}

std::string SpecifierSet::to_text() const {
  std::string out;
  for (const Specifier& clause : clauses) out += (out.empty() ? "" : ",") + clause.to_text();
  return out;
}

std::vector<Version> filter(const SpecifierSet& set, const std::vector<Version>& candidates) {
  std::vector<Version> all, finals;
  for (const Version& candidate : candidates) {
    if (!set.contains(candidate)) continue;
    all.push_back(candidate);
    if (!candidate.is_prerelease()) finals.push_back(candidate);
  }
  return set.names_prerelease() || finals.empty() ? all : finals;
}

}  // namespace kenv::python
