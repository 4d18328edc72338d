// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "python/scanner.hpp"

namespace kenv::python {

/// How a field is compared (dependency specifiers, "Environment markers", as rewritten in 2025-26).
enum class MarkerFieldType { String, Version, VersionOrString, Extra, Set };

struct MarkerField {
  std::string_view name;
  MarkerFieldType type;
};

/// The field of that name, or of that older spelling (os.name, python_implementation); null if the standard knows none.
const MarkerField* find_marker_field(std::string_view spelling);

enum class MarkerOperator { Less, LessEqual, Equal, NotEqual, GreaterEqual, Greater, Compatible, Arbitrary, In, NotIn };

std::string_view marker_operator_text(MarkerOperator op);

using MarkerOperand = std::variant<const MarkerField*, std::string>;  ///< a field, or a quoted text

struct MarkerComparison {
  MarkerOperand left;
  MarkerOperator op;
  MarkerOperand right;
};

/// A comparison, or all or any of its children.
struct MarkerNode {
  enum class Kind { Comparison, All, Any };
  Kind kind = Kind::Comparison;
  MarkerComparison comparison{};
  std::vector<std::shared_ptr<const MarkerNode>> children{};
  bool parenthesised = false;  ///< as it was written; the text form keeps it, as other tools do
};

/// Reads a marker up to the end of the text.
Result<std::shared_ptr<const MarkerNode>> read_marker(Scanner& scan);

}  // namespace kenv::python
