// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "python/requirement.hpp"

namespace kenv::change {

/// Takes user and password out of the addresses that a package's METADATA names: what a package brings along is neither
/// used nor kept. A user's own credentials for such a host are found as for any other.
void drop_credentials(std::vector<python::Requirement>& requirements);

}  // namespace kenv::change
