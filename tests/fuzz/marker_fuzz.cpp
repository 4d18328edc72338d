// SPDX-License-Identifier: Apache-2.0
// An environment marker.
#include "fuzz/targets.hpp"
#include "python/marker.hpp"

namespace kenv::fuzz {

void marker(std::string_view text) {
  const auto marker = python::Marker::parse(text);
  if (!marker) return;
  const auto again = python::Marker::parse(marker->to_text());
  must(again && again->to_text() == marker->to_text(), "a marker reads back as itself");
  python::MarkerEnvironment environment;
  for (const char* field : {"os_name", "sys_platform", "platform_machine", "platform_python_implementation",
                            "platform_system", "platform_version", "implementation_name"})
    environment.fields[field] = "linux";
  for (const char* field : {"python_version", "python_full_version", "implementation_version", "platform_release"})
    environment.fields[field] = "3.12.4";
  const auto one = marker->evaluate(environment, {"a"}), other = again->evaluate(environment, {"a"});
  must(one.has_value() == other.has_value() && (!one || *one == *other), "a marker read back holds where it held");
}

}  // namespace kenv::fuzz
