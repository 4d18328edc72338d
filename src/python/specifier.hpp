// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "python/version.hpp"

namespace kenv::python {

enum class SpecifierOperator { Compatible, Equal, NotEqual, LessEqual, GreaterEqual, Less, Greater, Arbitrary };

/// One clause such as ">=2.1" or "==2.7.*" (PEP 440, "Version specifiers").
struct Specifier {
  SpecifierOperator op = SpecifierOperator::Equal;
  std::string text;       ///< the version as written, for === and for messages
  Version version;        ///< unused for ===
  bool wildcard = false;  ///< "==V.*", "!=V.*"

  static Result<Specifier> parse(std::string_view text);
  /// Whether the version satisfies the clause, pre-releases admitted. "===" compares texts: with the candidate as it is
  /// spelled in its source if that is given, else with its normal form.
  bool contains(const Version& candidate, std::string_view spelling = {}) const;
  std::string to_text() const;
  bool operator==(const Specifier&) const = default;
};

/// A comma-separated set of clauses; all must hold. The empty set accepts everything.
struct SpecifierSet {
  std::vector<Specifier> clauses;

  static Result<SpecifierSet> parse(std::string_view text);
  /// Whether the version satisfies all clauses, pre-releases admitted.
  bool contains(const Version& candidate, std::string_view spelling = {}) const;
  /// True if a clause itself names a pre-release, which opts in to pre-releases of that project (PEP 440).
  bool names_prerelease() const;
  /// True for one "==" (no wildcard) or "===" clause: the only requests that may be answered by a yanked file (PEP
  /// 592).
  bool pins_exactly() const;
  bool empty() const { return clauses.empty(); }
  std::string to_text() const;
  bool operator==(const SpecifierSet&) const = default;
};

/// PEP 440 filtering of candidates: pre-releases are left out unless the set names one or nothing else satisfies it.
std::vector<Version> filter(const SpecifierSet& set, const std::vector<Version>& candidates);

}  // namespace kenv::python
