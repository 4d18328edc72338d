// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>

#include "change/carry_out.hpp"
#include "commands/outcome.hpp"

// How the verbs that change an environment report: the plan's document, and the two failures that carry one.
namespace kenv::commands {

/// Runs `work`; NoPlan and LaunchFailed become failed outcomes that still state rejections, plan and probe.
Outcome with_plan_in_failures(const std::function<Outcome()>& work);

/// The outcome of a dry run.
Outcome planned(const plan::Plan& plan, const std::string& environment, bool creates = false);

/// The outcome of a change that was carried out, or of one with nothing to do.
Outcome changed(const change::ChangeResult& result, const std::string& environment);

}  // namespace kenv::commands
