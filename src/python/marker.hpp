// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv::python {

/// The values that environment markers are evaluated against: keys are the field names of the standard
/// ("python_version", "sys_platform", ...), as the target interpreter itself answered.
struct MarkerEnvironment {
  std::map<std::string, std::string, std::less<>> fields;
  /// "extras" and "dependency_groups", which only lock files may ask for: what an installation from the lock chose.
  /// Elsewhere they are not defined, and a marker over them is an error.
  std::map<std::string, std::set<std::string>, std::less<>> sets{};
  bool operator==(const MarkerEnvironment&) const = default;
};

struct MarkerNode;  // the parsed tree (marker_syntax.hpp)
class Scanner;

/// An environment marker (packaging specifications, "Dependency specifiers"). Empty means: always true.
class Marker {
 public:
  Marker() = default;
  /// Refuses an empty text, an unknown field and a comparison of two quoted texts.
  static Result<Marker> parse(std::string_view text);
  /// Reads the marker that the rest of a longer text is.
  static Result<Marker> read(Scanner& scan);
  /// `extras` are the extras asked of the package that carries the requirement: `extra == "x"` holds if x is among
  /// them, and no other comparison of `extra` than == and != ever holds.
  /// A marker over a field that the environment does not know is an error of that package version, not false.
  Result<bool> evaluate(const MarkerEnvironment& environment, const std::set<std::string>& extras = {}) const;
  bool empty() const { return root_ == nullptr; }
  /// True if the marker mentions `extra` at all, which has no meaning outside the metadata of a package.
  bool mentions_extra() const;
  /// What is left to ask of an environment once it is known which extras were asked for: texts that must all hold, an
  /// `or` among them in parentheses. Empty: it holds everywhere. No value: nowhere.
  std::optional<std::set<std::string>> conditions(const std::set<std::string>& extras) const;
  /// A normal form: double quotes, single spaces, today's field names. Parentheses stay where they enclose more than
  /// one comparison and are not around the whole.
  std::string to_text() const;

 private:
  std::shared_ptr<const MarkerNode> root_;
};

}  // namespace kenv::python
