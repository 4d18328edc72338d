// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <set>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "python/marker.hpp"
#include "python/name.hpp"
#include "python/specifier.hpp"

namespace kenv::python {

/// A dependency specifier (PEP 508): "name[extra](>=1,<2); marker" or "name @ url; marker".
struct Requirement {
  PackageName name;
  std::set<std::string> extras;  ///< normalised like names
  SpecifierSet specifier;
  std::string url;  ///< empty unless "name @ url"
  Marker marker;

  /// Accepts the old "name (>=1)" form too, which is still served.
  static Result<Requirement> parse(std::string_view text);
  std::string to_text() const;
};

}  // namespace kenv::python
