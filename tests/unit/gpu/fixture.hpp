// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "gpu/fatbin.hpp"

namespace kenv::gpu {

using ByteVector = std::vector<std::byte>;

/// A file under fixtures/ (make_fixtures.sh tells how it was made).
ByteVector load_fixture(const std::string& name);

/// Reads a fixture that must be readable.
FatbinFile read_fixture(const std::string& name);

/// "sm_80 sm_90a compute_120", in the order of the container.
std::string targets_of(const Fatbin& fatbin);

}  // namespace kenv::gpu
