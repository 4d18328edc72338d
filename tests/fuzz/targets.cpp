// SPDX-License-Identifier: Apache-2.0
#include "fuzz/targets.hpp"

#include <cstdio>
#include <cstdlib>

namespace kenv::fuzz {

std::span<const Target> targets() {
  static constexpr Target kAll[] = {
      {"version", version},
      {"specifier", specifier},
      {"marker", marker},
      {"requirement", requirement},
      {"wheel_name", wheel_name},
      {"metadata", metadata},
      {"wheel_file", wheel_file},
      {"record", record},
      {"entry_points", entry_points},
      {"pylock", pylock},
      {"requirements_file", requirements_file},
      {"pyproject", pyproject},
      {"script_metadata", script_metadata},
      {"executable_header", executable_header},
      {"page_json", page_json},
      {"page_html", page_html},
      {"cached_page", cached_page},
      {"pip_configuration", pip_configuration},
      {"url", url},
      {"zip", zip},
      {"wheel", wheel},
      {"inflate", inflate},
      {"fatbin", fatbin},
      {"elf", elf},
      {"pe", pe},
      {"static_archive", static_archive},
      {"manifest", manifest},
      {"snapshot", snapshot},
      {"probe", probe},
      {"seal", seal},
      {"journal", journal},
      {"object", object},
      {"interpreter", interpreter},
  };
  return kAll;
}

void must(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken promise: %s\n", promise);
  std::abort();
}

}  // namespace kenv::fuzz
