// SPDX-License-Identifier: Apache-2.0
#include "python/marker.hpp"

#include <algorithm>

#include "base/text.hpp"
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
  if (op == Op::Arbitrary) return text::lower(left) == text::lower(right);
  const auto candidate = Version::parse(left);
  const auto clause = Specifier::parse(std::string(marker_operator_text(op)) + right);
  if (!candidate || !clause) return compare_strings(left, op, right);
  return clause->contains(*candidate);
}

std::set<std::string> normal_forms(const std::set<std::string>& names) {
  std::set<std::string> normal;
  for (const std::string& name : names) normal.insert(normal_form(name));
  return normal;
}

std::string text_of(const MarkerOperand& operand) {
  if (const auto* field = std::get_if<const MarkerField*>(&operand)) return std::string((*field)->name);
  const auto& text = std::get<std::string>(operand);
  const char* quote = text.find('"') == std::string::npos ? "\"" : "'";
  return quote + text + quote;
}

std::string text_of(const MarkerComparison& comparison) {
  return text_of(comparison.left) + " " + std::string(marker_operator_text(comparison.op)) + " " +
         text_of(comparison.right);
}

class Evaluation {
 public:
  Evaluation(const MarkerEnvironment& environment, const std::set<std::string>& extras)
      : environment_(environment), extras_(normal_forms(extras)) {}

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
    if (found == environment_.fields.end())
      return refuse("the interpreter did not state the marker field " + std::string(field.name));
    // An interpreter built from a repository calls itself "3.15.0a1+": a version once the local part has a name.
    const bool unnamed_local = field.type == MarkerFieldType::Version && found->second.ends_with('+');
    return unnamed_local ? found->second + "local" : found->second;
  }

  Result<bool> evaluate(const MarkerComparison& comparison) const {
    const MarkerFieldType left_type = type_of(comparison.left), right_type = type_of(comparison.right);
    if (left_type == MarkerFieldType::Set || right_type == MarkerFieldType::Set) return evaluate_set(comparison);
    if (left_type == MarkerFieldType::Extra) return evaluate_extra(comparison.op, comparison.right);
    if (right_type == MarkerFieldType::Extra) return evaluate_extra(comparison.op, comparison.left);
    const auto left = value_of(comparison.left), right = value_of(comparison.right);
    if (!left) return tl::unexpected(left.error());
    if (!right) return tl::unexpected(right.error());
    const bool as_text = left_type == MarkerFieldType::String && right_type == MarkerFieldType::String;
    return as_text ? compare_strings(*left, comparison.op, *right) : compare_versions(*left, comparison.op, *right);
  }

  /// `extra == "x"` stands for `"x" in extras`. Other comparisons than == and != are not defined and never hold.
  Result<bool> evaluate_extra(Op op, const MarkerOperand& operand) const {
    const auto* field = std::get_if<const MarkerField*>(&operand);
    if (field != nullptr && (*field)->type == MarkerFieldType::Extra)
      return refuse("a marker compares extra with itself, not with the name of an extra");
    const auto other = value_of(operand);
    if (!other) return tl::unexpected(other.error());
    if (op != Op::Equal && op != Op::NotEqual) return false;
    return extras_.contains(*other) == (op == Op::Equal);
  }

  /// There are no texts for sets: a name on the left, `in` or `not in`, and the set's field on the right.
  Result<bool> evaluate_set(const MarkerComparison& comparison) const {
    const auto* name = std::get_if<std::string>(&comparison.left);
    const auto* set = std::get_if<const MarkerField*>(&comparison.right);
    const bool membership = comparison.op == Op::In || comparison.op == Op::NotIn;
    if (name == nullptr || set == nullptr || !membership)
      return refuse(text_of(comparison) +
                    ": a set is asked only whether a quoted name is in it, as in \"x\" in extras");
    const auto found = environment_.sets.find((*set)->name);
    if (found == environment_.sets.end())
      return refuse("the marker field " + std::string((*set)->name) + " has a meaning in lock files only");
    return normal_forms(found->second).contains(*name) == (comparison.op == Op::In);
  }

  const MarkerEnvironment& environment_;
  std::set<std::string> extras_;
};

std::string text_of(const MarkerNode& node) {
  if (node.kind == Kind::Comparison) return text_of(node.comparison);
  std::string out;
  for (const auto& child : node.children) {
    if (!out.empty()) out += node.kind == Kind::All ? " and " : " or ";
    out += child->parenthesised ? "(" + text_of(*child) + ")" : text_of(*child);
  }
  return out;
}

bool is_extra(const MarkerOperand& operand) {
  const auto* field = std::get_if<const MarkerField*>(&operand);
  return field != nullptr && *field != nullptr && (*field)->type == MarkerFieldType::Extra;
}

/// What is left of a marker whose comparisons of `extra` are decided.
class Remainder {
 public:
  explicit Remainder(const std::set<std::string>& extras) : extras_(normal_forms(extras)) {}

  using Conditions = std::set<std::string>;  ///< that must all hold
  std::optional<Conditions> of(const MarkerNode& node) const {
    if (node.kind == Kind::Comparison) return of(node.comparison);
    return node.kind == Kind::All ? all(node) : any(node);
  }

 private:
  std::optional<Conditions> of(const MarkerComparison& comparison) const {
    const bool left = is_extra(comparison.left), right = is_extra(comparison.right);
    if (!left && !right) return Conditions{text_of(comparison)};
    const auto* name = std::get_if<std::string>(left ? &comparison.right : &comparison.left);
    if (name == nullptr || (comparison.op != Op::Equal && comparison.op != Op::NotEqual)) return std::nullopt;
    if (extras_.contains(*name) != (comparison.op == Op::Equal)) return std::nullopt;
    return Conditions{};
  }

  std::optional<Conditions> all(const MarkerNode& node) const {
    Conditions conditions;
    for (const auto& child : node.children) {
      auto more = of(*child);
      if (!more) return std::nullopt;
      conditions.merge(*more);
    }
    return conditions;
  }

  std::optional<Conditions> any(const MarkerNode& node) const {
    std::vector<Conditions> alternatives;
    for (const auto& child : node.children) {
      auto one = of(*child);
      if (one && one->empty()) return one;
      if (one) alternatives.push_back(*std::move(one));
    }
    if (alternatives.empty()) return std::nullopt;
    if (alternatives.size() == 1) return alternatives.front();
    std::string out;
    for (const auto& one : alternatives)
      out += (out.empty() ? "(" : " or ") + text::join(std::vector<std::string>(one.begin(), one.end()), " and ");
    return Conditions{out + ")"};
  }

  std::set<std::string> extras_;
};

bool mentions_extra_in(const MarkerNode& node) {
  if (node.kind == Kind::Comparison) return is_extra(node.comparison.left) || is_extra(node.comparison.right);
  return std::ranges::any_of(node.children, [](const auto& child) { return mentions_extra_in(*child); });
}

}  // namespace

Result<Marker> Marker::parse(std::string_view text) {
  Scanner scan(text);
  return read(scan);
}

Result<Marker> Marker::read(Scanner& scan) {
  auto root = read_marker(scan);
  if (!root) return tl::unexpected(std::move(root.error()));
  Marker marker;
  marker.root_ = std::move(*root);
  return marker;
}

Result<bool> Marker::evaluate(const MarkerEnvironment& environment, const std::set<std::string>& extras) const {
  return root_ == nullptr ? Result<bool>(true) : Evaluation(environment, extras).evaluate(*root_);
}

std::optional<std::set<std::string>> Marker::conditions(const std::set<std::string>& extras) const {
  if (root_ == nullptr) return std::set<std::string>{};
  return Remainder(extras).of(*root_);
}

bool Marker::mentions_extra() const { return root_ != nullptr && mentions_extra_in(*root_); }

std::string Marker::to_text() const { return root_ == nullptr ? std::string() : text_of(*root_); }

}  // namespace kenv::python
