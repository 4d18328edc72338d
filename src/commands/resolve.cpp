// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "commands/change_outcome.hpp"
#include "commands/change_setup.hpp"
#include "commands/facts_text.hpp"
#include "commands/interpreter_choice.hpp"
#include "commands/recipe_output.hpp"
#include "commands/run.hpp"
#include "plan/explanation.hpp"

namespace kenv::commands {

void resolve_options(OptionList& options, Arguments& to) {
  const auto formats = plan::recipe_format_names();
  options.list("--why", "PACKAGE", to.why,
               "tell why this package is what it is: which build, why that one, who asks for it");
  options.list("--why-not", "BUILD", to.why_not,
               "tell why not: torch==2.15.0, torch==2.15.0+cu126, cu126, numpy==1.26.4");
  options.choice("--as", "FORMAT", {formats.begin(), formats.end()}, to.recipe, "print it for another installer");
}

namespace {

/// What was asked about, answered out of the search as it ended, with a plan or without one.
std::vector<plan::Explanation> explanations(const Arguments& arguments, const resolvers::Resolution& resolution) {
  std::vector<plan::Explanation> found;
  const auto take = [&](Result<plan::Explanation> answer, const std::string& option, const std::string& what) {
    if (!answer)
      throw Error(ExitCode::Usage, "bad-question", fmt::format("{} {}: {}", option, what, answer.error().message),
                  answer.error().hint);
    found.push_back(*std::move(answer));
  };
  for (const auto& package : arguments.why) take(resolution.why(package), "--why", package);
  for (const auto& build : arguments.why_not) take(resolution.why_not(build), "--why-not", build);
  return found;
}

void add_explanations(Outcome& outcome, const std::vector<plan::Explanation>& explanations) {
  if (explanations.empty()) return;
  outcome.text.clear();
  for (const auto& one : explanations) {
    outcome.document["explanations"].push_back(plan::to_json(one));
    if (explanations.size() > 1) outcome.text += fmt::format("{} {}\n", one.question, one.subject);
    for (const auto& sentence : one.sentences) outcome.text += sentence + "\n";
  }
}

}  // namespace

Outcome run_resolve(const Arguments& arguments, Services& services) {
  if (arguments.positionals.empty() && arguments.requirement_files.empty() && arguments.groups.empty())
    throw Error(ExitCode::Usage, "usage", "`kenv resolve` needs a REQUIREMENT, or a file of them (-r)",
                "kenv resolve torch, or kenv resolve -r requirements.txt");
  const auto recipe = plan::recipe_format(arguments.recipe);
  const auto target = target_machine(arguments, services);
  Tools tools(arguments, services, arguments.positionals);
  auto request = change_for(arguments, target, interpreter_to_plan_for(arguments, services), tools).request;
  tools.add_inputs(request);
  resolvers::Resolution resolution(request, services.catalog);
  Outcome answered = with_plan_in_failures([&] {
    const auto plan = change::make_plan(resolution, tools.workshop());
    Outcome outcome = planned(plan, "");
    outcome.document.erase("environment");
    if (recipe)
      return with_recipe(std::move(outcome), *recipe, plan, request, tools.index().settings(), services.variables);
    outcome.text = plan_text(plan) + (plan.rejections.empty() ? "" : "rejected:\n" + rejections_text(plan.rejections));
    return outcome;
  });
  add_explanations(answered, explanations(arguments, resolution));
  return answered;
}

}  // namespace kenv::commands
