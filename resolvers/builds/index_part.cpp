// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/index_part.hpp"

#include "gpu/driver_version.hpp"

namespace kenv::resolvers {

bool split_by_variant(const manifest::Framework& framework, const std::string& index) {
  bool any = false;
  for (const auto& build : framework.builds) {
    if (build.index != index) continue;
    any = true;
    if (build.variant != "cpu" && !gpu::CudaVersion::parse_variant(build.variant)) return false;
  }
  return any;
}

IndexPart part_of(const manifest::Framework& framework, const Candidate& candidate, const Request& request) {
  const bool split = candidate.index != request.default_index && split_by_variant(framework, candidate.index);
  return {candidate.index, split ? candidate.variant : ""};
}

}  // namespace kenv::resolvers
