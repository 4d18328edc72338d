// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/carry_out.hpp"
#include "change/fetch.hpp"

namespace kenv::change {

/// A lock states a digest of every wheel (PEP 751), and some indexes state none. Those wheels of the plan of which
/// nobody does are brought into the store, as pip and uv fetch them too, and the plan states what was computed; how
/// much there is to fetch is said before. Answers with the wheels that were brought.
FetchedWheels add_missing_digests(plan::Plan& plan, const Workshop& workshop, const FetchOptions& options = {});

}  // namespace kenv::change
