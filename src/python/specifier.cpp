// SPDX-License-Identifier: Apache-2.0
#include "python/specifier.hpp"

#include <algorithm>
#include <array>

#include "base/text.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

using enum SpecifierOperator;

// Longer operators stand before their beginnings.
constexpr std::array<std::pair<std::string_view, SpecifierOperator>, 8> kOperators = {{{"===", Arbitrary},
                                                                                       {"~=", Compatible},
                                                                                       {"==", Equal},
                                                                                       {"!=", NotEqual},
                                                                                       {"<=", LessEqual},
                                                                                       {">=", GreaterEqual},
                                                                                       {"<", Less},
                                                                                       {">", Greater}}};

std::string_view operator_text(SpecifierOperator op) {
  return std::ranges::find(kOperators, op, &std::pair<std::string_view, SpecifierOperator>::second)->first;
}

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
  return clause.version.local.empty() ? candidate.without_local() == clause.version : candidate == clause.version;
}

/// "<V" leaves out the pre-releases of V, unless V is one itself: 3.0rc1 is not what "<3.0" means. They all lie between
/// V.dev0, the first of them, and V.
bool less(const Version& candidate, const Version& bound) {
  if (bound.is_prerelease()) return candidate < bound;
  Version first_prerelease = bound;
  first_prerelease.dev = VersionNumber(0);
  return candidate < first_prerelease;
}

/// ">V" leaves out V with a local part, and V's post-releases unless V is one itself.
bool greater(const Version& candidate, const Version& bound) {
  if (candidate <= bound) return false;
  Version original = candidate.without_local();
  if (original == bound) return false;
  if (bound.post || !original.post) return true;
  original.post.reset();
  original.dev.reset();
  return original != bound;
}

/// "~=2.2.1" is ">=2.2.1, ==2.2.*": the last number of the release may grow.
bool compatible(const Version& candidate, const Version& bound) {
  return candidate.without_local() >= bound && has_prefix(candidate, bound, bound.release.size() - 1);
}

}  // namespace

Result<Specifier> Specifier::parse(std::string_view text) {
  const std::string_view clause = text::trim(text);
  const auto* found =
      std::ranges::find_if(kOperators, [&](const auto& entry) { return clause.starts_with(entry.first); });
  if (found == kOperators.end())
    return refuse(excerpt(clause) + " is not a version specifier", {}, "it begins with one of == != <= >= < > ~= ===");

  Specifier specifier;
  specifier.op = found->second;
  std::string_view version_text = text::trim(clause.substr(found->first.size()));
  specifier.text = version_text;
  if (specifier.op == Arbitrary) {
    if (std::ranges::any_of(version_text, [](char c) { return is_ascii_space(c) || c == ';' || c == ')'; }))
      return refuse(excerpt(clause) + ": the text after === has no white space, \";\" or \")\"");
    return specifier;
  }
  if ((specifier.op == Equal || specifier.op == NotEqual) && version_text.ends_with(".*")) {
    specifier.wildcard = true;
    version_text.remove_suffix(2);
  }
  auto version = Version::parse(version_text);
  if (!version)
    return refuse(excerpt(clause) + " is not a version specifier: " + version.error().message, {},
                  version.error().hint);
  specifier.version = std::move(*version);

  const Version& bound = specifier.version;
  if (specifier.wildcard &&
      (bound.pre || bound.post || bound.dev || !bound.local.empty() || is_ascii_space(version_text.back())))
    return refuse(excerpt(clause) + ": \".*\" follows a release such as 2.7, without suffix");
  if (!bound.local.empty() && specifier.op != Equal && specifier.op != NotEqual)
    return refuse(excerpt(clause) + ": a local version may stand only after == and !=");
  if (specifier.op == Compatible && bound.release.size() < 2)
    return refuse(excerpt(clause) + ": ~= needs at least two release numbers, such as ~=2.7");
  return specifier;
}

bool Specifier::contains(const Version& candidate, std::string_view spelling) const {
  switch (op) {
    case Compatible:
      return compatible(candidate, version);
    case Equal:
      return equals(*this, candidate);
    case NotEqual:
      return !equals(*this, candidate);
    case LessEqual:
      return candidate.without_local() <= version;
    case GreaterEqual:
      return candidate.without_local() >= version;
    case Less:
      return less(candidate, version);
    case Greater:
      return greater(candidate, version);
    case Arbitrary:
      return text::lower(spelling.empty() ? candidate.text() : spelling) == text::lower(text);
  }
  return false;
}

std::string Specifier::to_text() const { return std::string(operator_text(op)) + text; }

Result<SpecifierSet> SpecifierSet::parse(std::string_view text) {
  SpecifierSet set;
  for (std::string_view part : text::split(text, ',')) {
    if (text::trim(part).empty()) continue;  // "", ">=1," and ">=1,,<2" are all served by indexes
    auto clause = Specifier::parse(part);
    if (!clause) return tl::unexpected(std::move(clause.error()));
    set.clauses.push_back(std::move(*clause));
  }
  return set;
}

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
