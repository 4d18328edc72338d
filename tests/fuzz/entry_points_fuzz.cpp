// SPDX-License-Identifier: Apache-2.0
// An entry_points.txt.
#include "fuzz/targets.hpp"
#include "python/entry_points.hpp"

namespace kenv::fuzz {

void entry_points(std::string_view text) {
  const auto scripts = python::parse_entry_points(text);
  if (!scripts) return;
  for (const auto& script : *scripts)
    must(script.name.find('/') == std::string::npos && script.name != "..", "a script stays in its folder");
}

}  // namespace kenv::fuzz
