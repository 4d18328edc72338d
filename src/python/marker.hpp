// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv::python {

/// The values that environment markers are evaluated against: keys are the field names of the standard
/// ("python_version", "sys_platform", ...), as the target interpreter itself answered.
struct MarkerEnvironment {
  std::map<std::string, std::string, std::less<>> fields;
  bool operator==(const MarkerEnvironment&) const = default;
};

struct MarkerNode;  // the parsed tree (marker_syntax.hpp)

/// An environment marker (packaging specifications, "Dependency specifiers"). Empty means: always true.
class Marker {
 public:
  Marker() = default;
  /// Refuses an empty text, an unknown field and a comparison of two quoted texts.
  static Result<Marker> parse(std::string_view text);
  /// `extras` are the extras asked of the package that carries the requirement; `extra == "x"` holds if x is among them.
  /// A marker over a field that the environment does not know is an error of that package version, not false.
  Result<bool> evaluate(const MarkerEnvironment& environment, const std::set<std::string>& extras = {}) const;
  bool empty() const { return root_ == nullptr; }
  /// True if the marker mentions `extra` at all.
  bool mentions_extra() const;
  /// A normal form: double quotes, single spaces, today's field names, the fewest parentheses.
  std::string to_text() const;

 private:
  std::shared_ptr<const MarkerNode> root_;
};

}  // namespace kenv::python
