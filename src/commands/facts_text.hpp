// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "plan/finding.hpp"
#include "plan/plan.hpp"

// What several verbs print.
namespace kenv::commands {

std::string finding_text(const plan::Finding& finding);
/// The plan for people: choice, steps, sizes.
std::string plan_text(const plan::Plan& plan);
std::string rejections_text(const std::vector<plan::Rejection>& rejections);

}  // namespace kenv::commands
