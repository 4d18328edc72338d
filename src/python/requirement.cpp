// SPDX-License-Identifier: Apache-2.0
#include "python/requirement.hpp"

#include "base/text.hpp"
#include "python/scanner.hpp"

namespace kenv::python {
namespace {

bool is_name_character(char c) { return is_ascii_alnum(c) || c == '-' || c == '_' || c == '.'; }

Result<PackageName> read_name(Scanner& scan, std::string_view what) {
  const Scanner start = scan;
  const std::string_view text = scan.take_while(is_name_character);
  auto name = PackageName::parse(text);
  if (!name) return start.expected(what);
  return name;
}

/// "[socks, http2]", if a bracket follows. The brackets may be empty; a trailing comma is an error.
Result<std::set<std::string>> read_extras(Scanner& scan) {
  std::set<std::string> extras;
  if (!scan.take('[')) return extras;
  scan.skip_space();
  if (scan.take(']')) return extras;
  for (;;) {
    auto extra = read_name(scan, "the name of an extra");
    if (!extra) return tl::unexpected(std::move(extra.error()));
    extras.insert(extra->text());
    scan.skip_space();
    if (scan.take(']')) return extras;
    if (!scan.take(',')) return scan.expected("\",\" or \"]\"");
    scan.skip_space();
  }
}

/// The URL goes on to the next white space, so that a ";" can be part of it: a marker needs a space before it.
Result<std::string> read_url(Scanner& scan) {
  scan.skip_space();
  const std::string_view url = scan.take_while([](char c) { return !is_ascii_space(c); });
  if (url.empty()) return scan.expected("a URL after \"@\"");
  return std::string(url);
}

Result<SpecifierSet> read_specifiers(Scanner& scan) {
  const bool parenthesised = scan.take('(');
  const std::string_view clauses = scan.take_while([&](char c) { return c != ';' && !(parenthesised && c == ')'); });
  if (parenthesised && !scan.take(')')) return scan.expected("\")\"");
  return SpecifierSet::parse(clauses);
}

}  // namespace

Result<Requirement> Requirement::parse(std::string_view text) {
  Requirement requirement;
  Scanner scan(text);
  scan.skip_space();

  auto name = read_name(scan, "a project name");
  if (!name) return tl::unexpected(std::move(name.error()));
  requirement.name = std::move(*name);
  scan.skip_space();

  auto extras = read_extras(scan);
  if (!extras) return tl::unexpected(std::move(extras.error()));
  requirement.extras = std::move(*extras);
  scan.skip_space();

  if (scan.take('@')) {
    auto url = read_url(scan);
    if (!url) return tl::unexpected(std::move(url.error()));
    requirement.url = std::move(*url);
  } else {
    auto specifier = read_specifiers(scan);
    if (!specifier) return tl::unexpected(std::move(specifier.error()));
    requirement.specifier = std::move(*specifier);
  }
  scan.skip_space();
  if (scan.at_end()) return requirement;

  if (!scan.take(';')) return scan.expected("\";\" or the end");
  auto marker = Marker::parse(scan.rest());
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
