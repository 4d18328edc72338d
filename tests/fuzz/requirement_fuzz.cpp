// SPDX-License-Identifier: Apache-2.0
// A dependency specifier of PEP 508.
#include "fuzz/targets.hpp"
#include "python/requirement.hpp"

namespace kenv::fuzz {

void requirement(std::string_view text) {
  const auto requirement = python::Requirement::parse(text);
  if (!requirement) return;
  const auto again = python::Requirement::parse(requirement->to_text());
  must(again && again->to_text() == requirement->to_text(), "a requirement reads back as itself");
}

}  // namespace kenv::fuzz
