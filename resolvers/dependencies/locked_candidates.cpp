// SPDX-License-Identifier: Apache-2.0
#include "resolvers/dependencies/locked_candidates.hpp"

#include <algorithm>

#include "resolvers/builds/manifest_rows.hpp"
#include "resolvers/builds/rules.hpp"

namespace kenv::resolvers {
namespace {

/// The row that was measured from this very file says most; else the row of its version and variant does.
const manifest::Build* row_of(const manifest::Framework& framework, const LockedWheel& wheel,
                              const std::string& variant, const Request& request) {
  const auto measured = std::ranges::find_if(framework.builds, [&](const manifest::Build& build) {
    return build.evidence.sha256 && build.evidence.sha256 == wheel.file.sha256;
  });
  if (measured != framework.builds.end()) return &*measured;
  return find_row(framework, wheel.version, variant, wheel.index == kLockIndex ? "" : wheel.index, request);
}

Candidate candidate_of(const LockedWheel& wheel, const Surroundings& around) {
  Candidate candidate{wheel.version, wheel.index, wheel.version.local_text(), wheel.file};
  candidate.direct = wheel.direct;
  if (const auto* framework = around.catalog.framework(wheel.name.text())) {
    if (candidate.variant.empty())
      candidate.variant =
          default_variant(*framework, wheel.version,
                          wheel.index == kLockIndex ? around.request.default_index : wheel.index, around.request);
    candidate.build = row_of(*framework, wheel, candidate.variant, around.request);
    if (candidate.build) candidate.variant = candidate.build->variant;
    candidate.rejections = judge(wheel.name, candidate, around.request, around.catalog);
  }
  if (const auto* failure = around.failure_of(wheel.name, wheel.version, wheel.index); failure && candidate.eligible())
    candidate.rejections.push_back(*failure);
  return candidate;
}

}  // namespace

CandidateList locked_candidates(const python::PackageName& name, const Surroundings& around) {
  const auto& locked = around.request.locked;
  const auto wheel = std::ranges::find(locked, name, &LockedWheel::name);
  const auto* installed = around.candidate_installed(name);
  CandidateList list{name, {}, false, "it is not in the lock"};
  if (installed && (wheel == locked.end() || installed->version == wheel->version))
    list.candidates.push_back({installed->version, "", installed->variant, {}, true});
  else if (wheel != locked.end())
    list.candidates.push_back(candidate_of(*wheel, around));
  return list;
}

}  // namespace kenv::resolvers
