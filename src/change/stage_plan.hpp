// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "change/change_request.hpp"
#include "change/fetch.hpp"
#include "change/workshop.hpp"
#include "transaction/open_state.hpp"
#include "transaction/staging.hpp"

namespace kenv::change {

/// The tree that a plan leads to: a clone of the existing environment with the plan's steps in it, or a new one.
/// A wheel of the store that somebody wrote into, through a file linked from it, is fetched anew, once; `wheels` then
/// holds the new one.
transaction::Staging stage_plan(const ChangeRequest& change, plan::Plan& plan, FetchedWheels& wheels,
                                transaction::OpenState& state, const Workshop& workshop);

}  // namespace kenv::change
