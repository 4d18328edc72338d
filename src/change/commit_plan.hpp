// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/change_request.hpp"
#include "change/workshop.hpp"
#include "transaction/open_state.hpp"
#include "transaction/staging.hpp"

namespace kenv::change {

/// Switches to the staged tree of a plan, with the locks and the story of the new generation. What fails after the
/// switch is a note: the environment is changed.
ChangeResult commit_plan(const ChangeRequest& change, transaction::Staging& staging, plan::Plan plan,
                         probe::LaunchResult proof, transaction::OpenState& state, const Workshop& workshop);

}  // namespace kenv::change
