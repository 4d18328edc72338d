// SPDX-License-Identifier: Apache-2.0
#include "python/marker_syntax.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "python/name.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

using Node = std::shared_ptr<const MarkerNode>;
using Kind = MarkerNode::Kind;

constexpr std::array<MarkerField, 14> kFields = {{
    {"os_name", MarkerFieldType::String},
    {"sys_platform", MarkerFieldType::String},
    {"platform_machine", MarkerFieldType::String},
    {"platform_python_implementation", MarkerFieldType::String},
    {"platform_release", MarkerFieldType::VersionOrString},
    {"platform_system", MarkerFieldType::String},
    {"platform_version", MarkerFieldType::VersionOrString},
    {"python_version", MarkerFieldType::Version},
    {"python_full_version", MarkerFieldType::Version},
    {"implementation_name", MarkerFieldType::String},
    {"implementation_version", MarkerFieldType::Version},
    {"extra", MarkerFieldType::Extra},
    {"extras", MarkerFieldType::Set},
    {"dependency_groups", MarkerFieldType::Set},
}};

/// Spellings of the predecessor, PEP 345, which old metadata still uses.
constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kOldSpellings = {{
    {"os.name", "os_name"},
    {"sys.platform", "sys_platform"},
    {"platform.machine", "platform_machine"},
    {"platform.version", "platform_version"},
    {"platform.python_implementation", "platform_python_implementation"},
    {"python_implementation", "platform_python_implementation"},
}};

// Longer operators stand before their beginnings.
constexpr std::array<std::pair<std::string_view, MarkerOperator>, 8> kSymbols = {{
    {"===", MarkerOperator::Arbitrary},
    {"==", MarkerOperator::Equal},
    {"~=", MarkerOperator::Compatible},
    {"!=", MarkerOperator::NotEqual},
    {"<=", MarkerOperator::LessEqual},
    {">=", MarkerOperator::GreaterEqual},
    {"<", MarkerOperator::Less},
    {">", MarkerOperator::Greater},
}};

bool is_field_character(char c) { return is_ascii_alnum(c) || c == '_' || c == '.'; }

bool names_projects(const MarkerOperand& operand) {
  const auto* field = std::get_if<const MarkerField*>(&operand);
  if (field == nullptr) return false;
  return (*field)->type == MarkerFieldType::Extra || (*field)->type == MarkerFieldType::Set;
}

/// Extras and dependency groups are compared in the normal form of names.
void normalise(MarkerOperand& operand) {
  if (auto* text = std::get_if<std::string>(&operand)) *text = normal_form(*text);
}

/// Recursive descent over "or", "and", parentheses and comparisons. Only parentheses recurse, to a limit that no honest
/// marker comes near, so a hostile one cannot exhaust the stack.
class MarkerParser {
 public:
  explicit MarkerParser(Scanner& scan) : scan_(scan) {}

  Result<Node> parse() {
    auto node = any();
    if (!node) return node;
    scan_.skip_blanks();
    if (!scan_.at_end()) return scan_.expected("\"and\", \"or\" or the end");
    return node;
  }

 private:
  static constexpr int kDeepest = 64;

  Result<Node> any() { return sequence(Kind::Any, "or", &MarkerParser::all); }
  Result<Node> all() { return sequence(Kind::All, "and", &MarkerParser::atom); }

  Result<Node> sequence(Kind kind, std::string_view word, Result<Node> (MarkerParser::*part)()) {
    std::vector<Node> children;
    do {
      auto child = (this->*part)();
      if (!child) return child;
      children.push_back(std::move(*child));
    } while (take_word(word));
    if (children.size() == 1) return children.front();
    return std::make_shared<const MarkerNode>(MarkerNode{.kind = kind, .children = std::move(children)});
  }

  Result<Node> atom() {
    scan_.skip_blanks();
    if (!scan_.take('(')) return comparison();
    if (depth_ == kDeepest) return scan_.expected("at most " + std::to_string(kDeepest) + " nested parentheses");
    ++depth_;
    auto inner = any();
    --depth_;
    if (!inner) return inner;
    scan_.skip_blanks();
    if (!scan_.take(')')) return scan_.expected("\")\"");
    if ((*inner)->kind == Kind::Comparison) return inner;
    MarkerNode group = **inner;
    group.parenthesised = true;
    return std::make_shared<const MarkerNode>(std::move(group));
  }

  Result<Node> comparison() {
    const Scanner start = scan_;
    auto left = operand();
    if (!left) return tl::unexpected(std::move(left.error()));
    const auto op = comparison_operator();
    if (!op) return scan_.expected("one of == != <= >= < > ~= === in, not in");
    auto right = operand();
    if (!right) return tl::unexpected(std::move(right.error()));

    if (std::holds_alternative<std::string>(*left) && std::holds_alternative<std::string>(*right))
      return start.expected("a comparison with a marker field, not of two texts,");
    if (names_projects(*left)) normalise(*right);
    if (names_projects(*right)) normalise(*left);
    return std::make_shared<const MarkerNode>(MarkerNode{.comparison = {std::move(*left), *op, std::move(*right)}});
  }

  Result<MarkerOperand> operand() {
    scan_.skip_blanks();
    const Scanner start = scan_;
    if (scan_.peek() == '"' || scan_.peek() == '\'') {
      const char quote = scan_.peek();
      scan_.advance(1);
      // There are no escapes: a backslash is not allowed, and a text cannot hold the quote that encloses it.
      const auto text = scan_.take_while([&](char c) { return c != quote && c != '\\' && c != '\n' && c != '\r'; });
      if (!scan_.take(quote)) return scan_.expected("the closing quote (backslashes are not allowed)");
      return MarkerOperand(std::string(text));
    }
    const MarkerField* field = find_marker_field(scan_.take_while(is_field_character));
    if (field == nullptr) return start.expected("a marker field such as python_version, or a quoted text,");
    return MarkerOperand(field);
  }

  std::optional<MarkerOperator> comparison_operator() {
    scan_.skip_blanks();
    for (const auto& [symbol, op] : kSymbols)
      if (scan_.take(symbol)) return op;
    if (take_word("in")) return MarkerOperator::In;
    if (take_word("not") && take_word("in")) return MarkerOperator::NotIn;
    return std::nullopt;
  }

  /// A whole word: "inpython_version" does not begin with "in".
  bool take_word(std::string_view word) {
    scan_.skip_blanks();
    const std::string_view rest = scan_.rest();
    if (!rest.starts_with(word) || (rest.size() > word.size() && is_field_character(rest[word.size()]))) return false;
    return scan_.take(word);
  }

  Scanner& scan_;
  int depth_ = 0;
};

}  // namespace

const MarkerField* find_marker_field(std::string_view spelling) {
  const auto* old = std::ranges::find(kOldSpellings, spelling, &std::pair<std::string_view, std::string_view>::first);
  const std::string_view name = old == kOldSpellings.end() ? spelling : old->second;
  const auto* field = std::ranges::find(kFields, name, &MarkerField::name);
  return field == kFields.end() ? nullptr : field;
}

std::string_view marker_operator_text(MarkerOperator op) {
  if (op == MarkerOperator::In) return "in";
  if (op == MarkerOperator::NotIn) return "not in";
  return std::ranges::find(kSymbols, op, &std::pair<std::string_view, MarkerOperator>::second)->first;
}

Result<std::shared_ptr<const MarkerNode>> read_marker(Scanner& scan) { return MarkerParser(scan).parse(); }

}  // namespace kenv::python
