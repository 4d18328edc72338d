// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>

#include "change/fetch.hpp"
#include "manifest/manifest.hpp"
#include "resolvers/advance.hpp"

namespace kenv::change {

/// Reads what the fetched framework wheels really carry and writes it into the plan's choices: measured facts take the
/// place of declared ones. Answers with the first build that does not hold what was promised: no code for a GPU,
/// another variant than the manifest says, a hole where --complete asks for none.
std::optional<resolvers::CandidateFailed> measure(plan::Plan& plan, const FetchedWheels& wheels,
                                                  const resolvers::Request& request, const manifest::Catalog& catalog);

}  // namespace kenv::change
