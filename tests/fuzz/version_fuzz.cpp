// SPDX-License-Identifier: Apache-2.0
// A version of PEP 440.
#include "fuzz/targets.hpp"
#include "python/version.hpp"

namespace kenv::fuzz {

void version(std::string_view text) {
  const auto version = python::Version::parse(text);
  if (!version) return;
  const auto again = python::Version::parse(version->text());
  must(again && *again == *version && again->text() == version->text(), "the normal form reads back as itself");
  must(version->compare_public(version->without_local()) == 0, "a version is its public part for public comparison");
}

}  // namespace kenv::fuzz
