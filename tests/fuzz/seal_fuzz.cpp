// SPDX-License-Identifier: Apache-2.0
// A generation's seal.
#include "fuzz/targets.hpp"
#include "transaction/seal.hpp"

namespace kenv::fuzz {

void seal(std::string_view text) { static_cast<void>(transaction::parse_seal(text)); }

}  // namespace kenv::fuzz
