// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/candidate_groups.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace kenv::resolvers {

void CandidateGroup::add(const Candidate& candidate) {
  // A version names its build where its index does so: the local part is what a request has to repeat.
  const std::string version = candidate.version.text();
  if (std::ranges::find(versions_, version) == versions_.end()) versions_.push_back(version);
}

std::string CandidateGroup::text() const {
  std::string text = fmt::format("{} {}", name_.text(), text::join(versions_, ", "));
  if (!variant_.empty()) return text + fmt::format(" ({}, {})", variant_, installed_ ? "installed" : index_);
  if (installed_) return text + " (installed)";
  return index_.empty() ? text : text + fmt::format(" ({})", index_);
}

}  // namespace kenv::resolvers
