// SPDX-License-Identifier: Apache-2.0
#include "python/name.hpp"

#include <algorithm>

#include "python/scanner.hpp"

namespace kenv::python {
namespace {

bool is_separator(char c) { return c == '-' || c == '_' || c == '.'; }

}  // namespace

Result<PackageName> PackageName::parse(std::string_view text) {
  const bool allowed = !text.empty() && is_ascii_alnum(text.front()) && is_ascii_alnum(text.back()) &&
                       std::ranges::all_of(text, [](char c) { return is_ascii_alnum(c) || is_separator(c); });
  if (!allowed)
    return refuse(
        excerpt(text) + " is not a project name", {},
        "a name has ASCII letters, digits, \"-\", \"_\" and \".\", and begins and ends with a letter or digit");
  std::string normal;
  normal.reserve(text.size());
  for (char c : text) {
    if (!is_separator(c))
      normal += ascii_lower(c);
    else if (normal.back() != '-')
      normal += '-';
  }
  return PackageName(std::move(normal));
}

std::string PackageName::file_form() const {
  std::string form = text_;
  std::ranges::replace(form, '-', '_');
  return form;
}

}  // namespace kenv::python
