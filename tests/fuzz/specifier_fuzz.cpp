// SPDX-License-Identifier: Apache-2.0
// Version specifiers of PEP 440.
#include "fuzz/targets.hpp"
#include "python/specifier.hpp"

namespace kenv::fuzz {

void specifier(std::string_view text) {
  const auto set = python::SpecifierSet::parse(text);
  if (!set) return;
  const auto again = python::SpecifierSet::parse(set->to_text());
  must(again && again->to_text() == set->to_text(), "a set reads back as itself");
  for (const char* candidate : {"1.0", "1.0rc1", "2.8.0+cu128", "1!3.post1.dev2"}) {
    const auto version = python::Version::parse(candidate);
    must(set->contains(*version) == again->contains(*version), "a set read back accepts the same versions");
  }
}

}  // namespace kenv::fuzz
