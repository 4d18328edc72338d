// SPDX-License-Identifier: Apache-2.0
#include "python/requirement.hpp"

#include <algorithm>

#include "python/scanner.hpp"
#include "python/specifier_syntax.hpp"
#include "python/version_reader.hpp"

namespace kenv::python {
namespace {

bool is_name_character(char c) { return is_ascii_alnum(c) || c == '-' || c == '_' || c == '.'; }

Result<PackageName> read_name(Scanner& scan, std::string_view what) {
  const Scanner start = scan;
  const std::string_view text = scan.take_while(is_name_character);
  auto name = PackageName::parse(text);
  if (name) return name;
  if (text.empty() || !is_ascii_alnum(text.front())) return start.expected(what);
  return start.expected_at(start.position() + text.size() - 1, std::string(what) + " that ends with a letter or digit");
}

/// "[socks, http2]", if a bracket follows. The brackets may be empty; a trailing comma is an error.
Result<std::set<std::string>> read_extras(Scanner& scan) {
  std::set<std::string> extras;
  if (!scan.take('[')) return extras;
  scan.skip_blanks();
  if (scan.take(']')) return extras;
  for (;;) {
    auto extra = read_name(scan, "the name of an extra");
    if (!extra) return tl::unexpected(std::move(extra.error()));
    extras.insert(extra->text());
    scan.skip_blanks();
    if (scan.take(']')) return extras;
    if (!scan.take(',')) return scan.expected("\",\" or \"]\"");
    scan.skip_blanks();
  }
}

/// The URL goes on to the next white space, so that a ";" can be part of it: a marker needs a space before it.
Result<std::string> read_url(Scanner& scan) {
  scan.skip_blanks();
  std::string url;
  for (; !scan.at_end() && !at_wide_space(scan); scan.advance(1)) url += scan.peek();
  if (url.empty()) return scan.expected("a URL after \"@\"");
  return url;
}

Result<SpecifierSet> read_versions(Scanner& scan) {
  const bool parenthesised = scan.take('(');
  auto specifiers = read_requirement_specifiers(scan);
  if (specifiers && parenthesised && !scan.take(')')) return scan.expected("\",\" or \")\"");
  return specifiers;
}

}  // namespace

Result<Requirement> Requirement::parse(std::string_view text) {
  Requirement requirement;
  Scanner scan(text);
  const auto* const control =
      std::ranges::find_if(text, [](char c) { return (c >= 0 && c < ' ' && c != '\t') || c == '\x7f'; });
  if (control != text.end())
    return scan.expected_at(static_cast<std::size_t>(control - text.begin()), "no line end or control character");
  scan.skip_blanks();

  auto name = read_name(scan, "a project name");
  if (!name) return tl::unexpected(std::move(name.error()));
  requirement.name = std::move(*name);
  scan.skip_blanks();

  auto extras = read_extras(scan);
  if (!extras) return tl::unexpected(std::move(extras.error()));
  requirement.extras = std::move(*extras);
  scan.skip_blanks();

  if (scan.take('@')) {
    auto url = read_url(scan);
    if (!url) return tl::unexpected(std::move(url.error()));
    requirement.url = std::move(*url);
  } else {
    auto specifier = read_versions(scan);
    if (!specifier) return tl::unexpected(std::move(specifier.error()));
    requirement.specifier = std::move(*specifier);
  }
  scan.skip_blanks();
  if (scan.at_end()) return requirement;

  if (!scan.take(';'))
    return scan.expected(!requirement.specifier.empty() ? "\",\", \";\" or the end"
                         : requirement.url.empty()      ? "a version specifier such as >=1.0, \";\" or the end"
                                                        : "\";\" or the end");
  auto marker = Marker::read(scan);
  if (!marker) return tl::unexpected(std::move(marker.error()));
  requirement.marker = std::move(*marker);
  return requirement;
}

std::string Requirement::to_text() const {
  std::string out = name.text();
  for (const std::string& extra : extras) out += (&extra == &*extras.begin() ? "[" : ",") + extra;
  if (!extras.empty()) out += "]";
  if (!url.empty()) out += " @ " + url;
  out += specifier.to_text();
  if (!marker.empty()) out += (url.empty() ? "; " : " ; ") + marker.to_text();
  return out;
}

}  // namespace kenv::python
