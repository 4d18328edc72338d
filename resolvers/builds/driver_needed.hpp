// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "gpu/driver_version.hpp"
#include "manifest/manifest.hpp"
#include "resolvers/candidate.hpp"
#include "resolvers/request.hpp"

namespace kenv::resolvers {

/// The oldest driver with which the build would serve every GPU by machine code of its own, where nothing but the
/// driver speaks against it; none if something else does too, or if no driver helps.
std::optional<gpu::DriverVersion> driver_needed(const Candidate& candidate, const Request& request,
                                                const manifest::Catalog& catalog);

}  // namespace kenv::resolvers
