// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "index/index_client.hpp"
#include "report/reporter.hpp"
#include "resolvers/advance.hpp"

namespace kenv::change {

/// Asks the machine what it needs, fetches that, and goes on until there is a plan or the reasons why there is none.
resolvers::Progress solve(resolvers::Resolution& resolution, index::IndexClient& client, report::Reporter& reporter);

/// The Error that a verb without a plan ends with: exit 5 if an index without a usable answer might have helped,
/// else 4.
Error no_plan_error(const resolvers::NoSolution& none);

}  // namespace kenv::change
