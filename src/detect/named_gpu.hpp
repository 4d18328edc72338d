// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string_view>

#include "base/result.hpp"
#include "manifest/manifest.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::detect {

/// A GPU that the user names instead of having: a product ("RTX 5090", "Tesla V100") or a capability ("12.0",
/// "sm_120").
Result<snapshot::Gpu> named_gpu(std::string_view text, const manifest::Catalog& catalog);

}  // namespace kenv::detect
