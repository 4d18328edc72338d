// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "change/machine_facts.hpp"
#include "commands/arguments.hpp"
#include "commands/services.hpp"
#include "plan/finding.hpp"
#include "plan/plan.hpp"

// What several verbs print.
namespace kenv::commands {

change::FactOptions fact_options(const Arguments& arguments, const Services& services);
/// "GPU 0: NVIDIA H200 (9.0), driver 580.159.04" for each GPU, or that there is none.
std::string gpu_lines(const snapshot::Machine& machine, const std::vector<snapshot::Gpu>& gpus, bool named);
std::string finding_text(const plan::Finding& finding);
/// The plan for people: choice, steps, sizes.
std::string plan_text(const plan::Plan& plan);
std::string rejections_text(const std::vector<plan::Rejection>& rejections);
/// The options that name facts, to repeat them in a command that is suggested: ` --gpu "RTX 5090"`.
std::string fact_flags(const Arguments& arguments);
/// A path or argument as a shell takes it.
std::string shell_word(const std::string& word);

}  // namespace kenv::commands
