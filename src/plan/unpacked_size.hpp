// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>

namespace kenv::plan {

/// What wheels of that size take on disk, as a rule: unpacked sizes are not known beforehand.
constexpr std::uint64_t unpacked_size(std::uint64_t wheel_bytes) { return wheel_bytes * 2; }

}  // namespace kenv::plan
