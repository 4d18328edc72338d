// SPDX-License-Identifier: Apache-2.0
#include "python/name.hpp"

#include <algorithm>

#include "python/scanner.hpp"

namespace kenv::python {
namespace {}  // namespace

std::string normal_form(std::string_view text) {
  std::string normal;
  normal.reserve(text.size());
  for (char c : text) {
    if (!is_separator(c))
      normal += ascii_lower(c);
    else if (normal.empty() || normal.back() != '-')
      normal += '-';
  }
  return normal;
}

Result<PackageName> PackageName::parse(std::string_view text) {
  const auto* const stranger =
      std::ranges::find_if_not(text, [](char c) { return is_ascii_alnum(c) || is_separator(c); });
  auto column = static_cast<std::size_t>(stranger - text.begin()) + 1;
  bool allowed = stranger == text.end() && !text.empty();
  if (!text.empty() && !is_ascii_alnum(text.front())) {
    column = 1;
    allowed = false;
  } else if (allowed && !is_ascii_alnum(text.back())) {
    column = text.size();
    allowed = false;
  }
  if (!allowed)
    return refuse(
        excerpt(text) + " is not a project name", {.file = {}, .line = 0, .column = static_cast<int>(column)},
        "a name has ASCII letters, digits, \"-\", \"_\" and \".\", and begins and ends with a letter or digit");
  return PackageName(normal_form(text));
}

std::string PackageName::file_form() const {
  std::string form = text_;
  std::ranges::replace(form, '-', '_');
  return form;
}

}  // namespace kenv::python
