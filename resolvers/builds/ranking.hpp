// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "resolvers/candidate.hpp"
#include "resolvers/request.hpp"

namespace kenv::resolvers {

/// What the order of a package's builds depends on beside the builds themselves.
struct RankingContext {
  const Request& request;
  const manifest::Catalog& catalog;
  std::vector<std::string> indexes;            ///< preferred first
  std::optional<python::Version> repairing{};  ///< fix: the installed version, from which the change shall be small
  bool upgrading = false;                      ///< that a build is installed counts only among those of one version
};

manifest::Channel channel_of(const Candidate& candidate);
/// Whether something is known about the build's code. An unknown one is ranked behind every known one.
bool is_known(const Candidate& candidate);
/// The day on which a nightly was built, "2026-11-01", as its version has it; empty if it does not say.
std::string build_day(const python::Version& version);

/// Sorts best first. Stable before test before nightly, and machine code for every GPU before PTX: to compile a whole
/// framework when it is loaded takes minutes, and may fail. Then a new environment gets the newest version; a repair
/// the smallest change: the same version in another variant, then the nearest newer version, then the nearest older
/// one. Within one version: complete before partial, measured before declared, the newest variant that fits.
void rank(std::vector<Candidate>& candidates, const RankingContext& context);

/// Why the first of two builds comes before the second, as a clause: "its version is newer".
std::string preference(const Candidate& first, const Candidate& second, const RankingContext& context);

}  // namespace kenv::resolvers
