// SPDX-License-Identifier: Apache-2.0
#include "python/specifier_syntax.hpp"

#include <algorithm>
#include <array>

#include "python/version_reader.hpp"

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

bool ends_clause(char c) { return c == ',' || c == ';' || c == ')'; }

/// "===" takes any text, to reach versions that are none by the standard. No text at all is met by nothing.
std::string read_arbitrary(Scanner& scan) {
  std::string text;
  for (; !scan.at_end() && !ends_clause(scan.peek()) && !at_wide_space(scan); scan.advance(1)) text += scan.peek();
  return text;
}

/// Reads the version and checks what may stand in it after this operator.
Result<void> read_bound(Scanner& scan, Specifier& specifier) {
  const Scanner start = scan;
  const bool equality = specifier.op == Equal || specifier.op == NotEqual;
  Version& bound = specifier.version;
  if (const auto expected = read_version(scan, bound); !expected.empty()) return scan.expected(expected);
  if (!bound.local.empty() && !equality) {
    const auto plus = start.rest().find('+');
    return scan.expected_at(start.position() + plus, "no local version, which may stand only after == and !=,");
  }
  if (specifier.op == Compatible && bound.release.size() < 2)
    return scan.expected("at least two release numbers after ~=, such as ~=2.7,");
  const bool has_suffix = bound.pre || bound.post || bound.dev || !bound.local.empty();
  if (equality && !has_suffix) specifier.wildcard = scan.take(".*");
  return {};
}

using SkipSpace = void (*)(Scanner&);

/// Reads one clause such as ">= 2.1" and the white space around it; what follows is for the caller to judge.
Result<Specifier> read_specifier(Scanner& scan, SkipSpace skip_space) {
  skip_space(scan);
  const auto* found = std::ranges::find_if(kOperators, [&](const auto& entry) { return scan.take(entry.first); });
  if (found == kOperators.end()) return scan.expected("one of == != <= >= < > ~= ===");
  Specifier specifier;
  specifier.op = found->second;
  skip_space(scan);
  const Scanner start = scan;
  if (specifier.op == Arbitrary) {
    specifier.text = read_arbitrary(scan);
  } else {
    if (auto bound = read_bound(scan, specifier); !bound) return tl::unexpected(std::move(bound.error()));
    specifier.text = start.rest().substr(0, scan.position() - start.position());
  }
  skip_space(scan);
  return specifier;
}

}  // namespace

std::string_view specifier_operator_text(SpecifierOperator op) {
  return std::ranges::find(kOperators, op, &std::pair<std::string_view, SpecifierOperator>::second)->first;
}

Result<SpecifierSet> read_specifiers(Scanner& scan) {
  SpecifierSet set;
  for (;;) {
    skip_wide_space(scan);
    if (scan.take(',')) continue;
    if (scan.at_end() || ends_clause(scan.peek())) return set;
    auto clause = read_specifier(scan, skip_wide_space);
    if (!clause) return tl::unexpected(std::move(clause.error()));
    set.clauses.push_back(std::move(*clause));
    if (!scan.at_end() && !ends_clause(scan.peek())) return scan.expected("\",\" or the end of the version specifiers");
  }
}

Result<SpecifierSet> read_requirement_specifiers(Scanner& scan) {
  const SkipSpace skip_blanks = [](Scanner& at) { at.skip_blanks(); };
  SpecifierSet set;
  for (;;) {
    skip_blanks(scan);
    const bool may_begin = std::string_view("=!~<>").find(scan.peek()) != std::string_view::npos;
    if (scan.at_end() || (set.empty() && !may_begin) || scan.peek() == ';' || scan.peek() == ')') return set;
    auto clause = read_specifier(scan, skip_blanks);
    if (!clause) return tl::unexpected(std::move(clause.error()));
    set.clauses.push_back(std::move(*clause));
    if (!scan.take(',')) return set;
  }
}

Result<Specifier> Specifier::parse(std::string_view text) {
  Scanner scan(text);
  auto specifier = read_specifier(scan, skip_wide_space);
  if (specifier && !scan.at_end()) return scan.expected("the end of the version specifier");
  return specifier;
}

Result<SpecifierSet> SpecifierSet::parse(std::string_view text) {
  Scanner scan(text);
  auto set = read_specifiers(scan);
  if (set && !scan.at_end()) return scan.expected("\",\" or the end of the version specifiers");
  return set;
}

}  // namespace kenv::python
