// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "manifest/manifest.hpp"
#include "resolvers/candidate.hpp"
#include "resolvers/request.hpp"
#include "resolvers/scope.hpp"

namespace kenv::resolvers {

/// Whether the index keeps one list per variant. PyTorch's does, and only there are all variants CUDA releases or
/// "cpu"; others have one list, and the local part of a version names the variant.
bool split_by_variant(const manifest::Framework& framework, const std::string& index);

/// The part of the index in which a candidate of the package stands.
IndexPart part_of(const manifest::Framework& framework, const Candidate& candidate, const Request& request);

}  // namespace kenv::resolvers
