// SPDX-License-Identifier: Apache-2.0
#include "resolvers/candidate.hpp"

#include <fmt/format.h>

namespace kenv::resolvers {

std::string to_text(const python::PackageName& name, const Candidate& candidate) {
  if (candidate.unnamed) return fmt::format("another version of {}", name.text());
  const std::string version = candidate.version.text();  // with the local part: that is what a request has to name
  if (candidate.installed) return fmt::format("{} {} (installed)", name.text(), version);
  if (candidate.variant.empty()) return fmt::format("{} {}", name.text(), version);
  return fmt::format("{} {} ({}, {})", name.text(), version, candidate.variant, candidate.index);
}

}  // namespace kenv::resolvers
