// SPDX-License-Identifier: Apache-2.0
#include "python/marker.hpp"

#include <algorithm>

#include "python/marker_syntax.hpp"
#include "python/name.hpp"
#include "python/specifier.hpp"

namespace kenv::python {
namespace {

using Op = MarkerOperator;
using Kind = MarkerNode::Kind;

bool compare_strings(std::string_view left, Op op, std::string_view right) {
  switch (op) {
    case Op::In:
      return right.find(left) != std::string_view::npos;
    case Op::NotIn:
      return right.find(left) == std::string_view::npos;
    case Op::NotEqual:
      return left != right;
    case Op::Less:
    case Op::Greater:
      return false;  // texts have no order
    case Op::LessEqual:
    case Op::GreaterEqual:
    case Op::Equal:
    case Op::Compatible:
    case Op::Arbitrary:
      return left == right;
  }
  return false;
}

/// "left op right" read as "does version `left` satisfy the specifier `op right`"; as texts if that makes no sense.
/// "in" is always a search in the text: python_version in "3.8 3.9".
bool compare_versions(const std::string& left, Op op, const std::string& right) {
  if (op == Op::In || op == Op::NotIn) return compare_strings(left, op, right);
  const auto candidate = Version::parse(left);
  const auto clause = Specifier::parse(std::string(marker_operator_text(op)) + right);
  if (!candidate || !clause) return compare_strings(left, op, right);
  return clause->contains(*candidate);
}

/// A comparison with `extra` holds if it holds for one of the extras asked for; a negated one, if its opposite does
/// not.
bool compare_extras(const MarkerComparison& comparison, const std::string& other, bool extra_is_left,
                    const std::set<std::string>& extras) {
  const bool negated = comparison.op == Op::NotEqual || comparison.op == Op::NotIn;
  const Op op = comparison.op == Op::NotEqual ? Op::Equal : comparison.op == Op::NotIn ? Op::In : comparison.op;
  const bool any = std::ranges::any_of(extras, [&](const std::string& extra) {
    const auto name = PackageName::parse(extra);
    const std::string& normal = name ? name->text() : extra;
    return extra_is_left ? compare_strings(normal, op, other) : compare_strings(other, op, normal);
  });
  return any != negated;
}

class Evaluation {
 public:
  Evaluation(const MarkerEnvironment& environment, const std::set<std::string>& extras)
      : environment_(environment), extras_(extras) {}

  /// Recursion is as deep as the parser's limit on parentheses allows. All children are evaluated, so that a missing
  /// field is found whatever the order in which they stand.
  Result<bool> evaluate(const MarkerNode& node) const {
    if (node.kind == Kind::Comparison) return evaluate(node.comparison);
    bool all = true, any = false;
    for (const auto& child : node.children) {
      const auto holds = evaluate(*child);
      if (!holds) return holds;
      all = all && *holds;
      any = any || *holds;
    }
    return node.kind == Kind::All ? all : any;
  }

 private:
  static MarkerFieldType type_of(const MarkerOperand& operand) {
    const auto* field = std::get_if<const MarkerField*>(&operand);
    return field != nullptr ? (*field)->type : MarkerFieldType::String;
  }

  Result<std::string> value_of(const MarkerOperand& operand) const {
    if (const auto* text = std::get_if<std::string>(&operand)) return *text;
    const MarkerField& field = *std::get<const MarkerField*>(operand);
    const auto found = environment_.fields.find(field.name);
    if (found != environment_.fields.end()) return found->second;
    if (field.type == MarkerFieldType::Extra) return std::string();  // two extras compared with each other
    return refuse("the interpreter did not state the marker field " + std::string(field.name));
  }

  Result<bool> evaluate(const MarkerComparison& comparison) const {
    const MarkerFieldType left_type = type_of(comparison.left), right_type = type_of(comparison.right);
    const bool extra_is_left = left_type == MarkerFieldType::Extra;
    if (extra_is_left || right_type == MarkerFieldType::Extra) {
      const auto other = value_of(extra_is_left ? comparison.right : comparison.left);
      if (!other) return tl::unexpected(other.error());
      return compare_extras(comparison, *other, extra_is_left, extras_);
    }
    const auto left = value_of(comparison.left), right = value_of(comparison.right);
    if (!left) return tl::unexpected(left.error());
    if (!right) return tl::unexpected(right.error());
    const bool as_text = left_type == MarkerFieldType::String && right_type == MarkerFieldType::String;
    return as_text ? compare_strings(*left, comparison.op, *right) : compare_versions(*left, comparison.op, *right);
  }

  const MarkerEnvironment& environment_;
  const std::set<std::string>& extras_;
};

std::string text_of(const MarkerOperand& operand) {
  if (const auto* field = std::get_if<const MarkerField*>(&operand)) return std::string((*field)->name);
  const auto& text = std::get<std::string>(operand);
  const char* quote = text.find('"') == std::string::npos ? "\"" : "'";
  return quote + text + quote;
}

std::string text_of(const MarkerNode& node) {
  if (node.kind == Kind::Comparison)
    return text_of(node.comparison.left) + " " + std::string(marker_operator_text(node.comparison.op)) + " " +
           text_of(node.comparison.right);
  std::string out;
  for (const auto& child : node.children) {
    if (!out.empty()) out += node.kind == Kind::All ? " and " : " or ";
    const bool needs_parentheses = node.kind == Kind::All && child->kind == Kind::Any;
    out += needs_parentheses ? "(" + text_of(*child) + ")" : text_of(*child);
  }
  return out;
}

bool mentions_extra_in(const MarkerNode& node) {
  const auto is_extra = [](const MarkerOperand& operand) {
    const auto* field = std::get_if<const MarkerField*>(&operand);
    return field != nullptr && *field != nullptr && (*field)->type == MarkerFieldType::Extra;
  };
  if (node.kind == Kind::Comparison) return is_extra(node.comparison.left) || is_extra(node.comparison.right);
  return std::ranges::any_of(node.children, [](const auto& child) { return mentions_extra_in(*child); });
}

}  // namespace

Result<Marker> Marker::parse(std::string_view text) {
  auto root = parse_marker_syntax(text);
  if (!root) return tl::unexpected(std::move(root.error()));
  Marker marker;
  marker.root_ = std::move(*root);
  return marker;
}

Result<bool> Marker::evaluate(const MarkerEnvironment& environment, const std::set<std::string>& extras) const {
  return root_ == nullptr ? Result<bool>(true) : Evaluation(environment, extras).evaluate(*root_);
}

bool Marker::mentions_extra() const { return root_ != nullptr && mentions_extra_in(*root_); }

std::string Marker::to_text() const { return root_ == nullptr ? std::string() : text_of(*root_); }

}  // namespace kenv::python
