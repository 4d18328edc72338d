// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/candidate_groups.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"

namespace kenv::resolvers {

void CandidateGroup::add(const Candidate& candidate) {
  // A version names its build where its index does so: the local part is what a request has to repeat.
  const std::string version = candidate.version.text();
  if (known_.insert(version).second) versions_.push_back(version);
}

std::string CandidateGroup::text() const {
  constexpr std::size_t kMost = 24, kNamed = 8;
  std::string text = name_.text() + " ";
  if (versions_.size() <= kMost)
    text += text::join(versions_, ", ");
  else
    text += fmt::format("{} and {} more to {}",
                        text::join(std::vector<std::string>(versions_.begin(), versions_.begin() + kNamed), ", "),
                        versions_.size() - kNamed, versions_.back());
  if (!variant_.empty()) return text + fmt::format(" ({}, {})", variant_, installed_ ? "installed" : index_);
  if (installed_) return text + " (installed)";
  return index_.empty() ? text : text + fmt::format(" ({})", index_);
}

}  // namespace kenv::resolvers
