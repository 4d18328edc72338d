// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <compare>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace kenv::python {

/// The normal form of PEP 503 of any text: ASCII letters in lower case, runs of "-", "_" and "." become one "-". Old
/// metadata names extras that are no names by today's grammar; they too are compared in this form.
std::string normal_form(std::string_view text);

/// A project name in the normal form of PEP 503: lower case, runs of "-", "_" and "." become one "-".
/// Two spellings of one project are equal as PackageName and never compared as text.
class PackageName {
 public:
  PackageName() = default;
  /// Refuses what the name grammar (packaging specifications, "Names and normalization") does not allow.
  static Result<PackageName> parse(std::string_view text);
  /// For names that are already known to be normal (literals, keys read back). Not checked.
  static PackageName from_normal(std::string normal) { return PackageName(std::move(normal)); }

  const std::string& text() const { return text_; }
  /// The form used in wheel and dist-info names: "-" becomes "_".
  std::string file_form() const;
  bool empty() const { return text_.empty(); }
  auto operator<=>(const PackageName&) const = default;

 private:
  explicit PackageName(std::string normal) : text_(std::move(normal)) {}
  std::string text_;
};

}  // namespace kenv::python
