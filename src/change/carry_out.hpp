// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/change_request.hpp"
#include "change/workshop.hpp"

// Carries a change out: need → fetch → verify → stage → measure → prove → commit → lock. The one driver of the core.
namespace kenv::change {

/// The first plan, or NoPlan. What `--dry-run` shows.
plan::Plan make_plan(resolvers::Resolution& resolution, const Workshop& workshop);

/// All of it. Until the commit at the end the environment is not touched; after an exception it is what it was.
ChangeResult carry_out(const ChangeRequest& change, const Workshop& workshop);

}  // namespace kenv::change
