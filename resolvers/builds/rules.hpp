// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "resolvers/candidate.hpp"
#include "resolvers/request.hpp"

namespace kenv::resolvers {

/// A build as a rule looks at it: the candidate, and the row that speaks for it (its own or its neighbour's).
struct BuildUnderTest {
  const Candidate& candidate;
  const manifest::Build& row;
};

/// A reason why a build cannot be used here, from its manifest row. Rules look at one thing each and know nothing of
/// each other. A build without any row passes (it is measured before it is switched on), unless the driver has dropped
/// the GPU or the build's toolkit compiles nothing for it.
struct BuildRule {
  const char* name;
  std::optional<std::string> (*objection)(const BuildUnderTest&, const Request&, const manifest::Catalog&);
};
/// The same for one of the GPUs, each of which has to be served.
struct GpuRule {
  const char* name;
  std::optional<std::string> (*objection)(const BuildUnderTest&, const TargetGpu&, const Request&,
                                          const manifest::Catalog&);
};

std::span<const BuildRule> build_rules();
std::span<const GpuRule> gpu_rules();

/// Support for a GPU begins with a branch of the driver (R570 for Blackwell) and ends with one (R580 for Maxwell,
/// Pascal and Volta).
struct ServingBranch {
  int number;
  bool last;  ///< else it is the first one, and newer ones do too
};
/// The nearest branch that serves the GPU, where the request's driver is of one that does not see it.
std::optional<ServingBranch> branch_for(const TargetGpu& gpu, const Request& request, const manifest::Catalog& catalog);

/// The first objection against the build as such, or else the first for each GPU that it does not serve.
std::vector<plan::Rejection> judge(const python::PackageName& name, const Candidate& candidate, const Request& request,
                                   const manifest::Catalog& catalog);

}  // namespace kenv::resolvers
