// SPDX-License-Identifier: Apache-2.0
// A pyproject.toml with its dependency groups (PEP 735).
#include "fuzz/targets.hpp"
#include "python/pyproject.hpp"

namespace kenv::fuzz {

void pyproject(std::string_view text) {
  const auto project = python::parse_pyproject(text, "pyproject.toml");
  if (!project) return;
  static_cast<void>(python::project_requirements(*project, {}, true, {}));
  for (const char* group : {"dev", "test", "a"}) static_cast<void>(project->groups.requirements(group));
}

}  // namespace kenv::fuzz
