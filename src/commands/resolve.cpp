// SPDX-License-Identifier: Apache-2.0
#include "commands/change_outcome.hpp"
#include "commands/change_setup.hpp"
#include "commands/facts_text.hpp"
#include "commands/interpreter_choice.hpp"
#include "commands/recipe_output.hpp"
#include "commands/run.hpp"

namespace kenv::commands {

void resolve_options(OptionList& options, Arguments& to) {
  const auto formats = plan::recipe_format_names();
  options.choice("--as", "FORMAT", {formats.begin(), formats.end()}, to.recipe, "print it for another installer");
}

Outcome run_resolve(const Arguments& arguments, Services& services) {
  if (arguments.positionals.empty() && arguments.requirement_files.empty() && arguments.groups.empty())
    throw Error(ExitCode::Usage, "usage", "`kenv resolve` needs something to resolve", "kenv resolve torch, or kenv resolve -r requirements.txt");
  const auto recipe = plan::recipe_format(arguments.recipe);
  const auto target = target_machine(arguments, services);
  Tools tools(arguments, services, arguments.positionals);
  auto request = change_for(arguments, target, interpreter_to_plan_for(arguments, services), tools).request;
  tools.add_inputs(request);
  return with_plan_in_failures([&] {
    resolvers::Resolution resolution(request, services.catalog);
    const auto plan = change::make_plan(resolution, tools.workshop());
    Outcome outcome = planned(plan, "");
    outcome.document.erase("environment");
    if (recipe) return with_recipe(std::move(outcome), *recipe, plan, request, tools.index().settings(), services.variables);
    outcome.text = plan_text(plan) + (plan.rejections.empty() ? "" : "rejected:\n" + rejections_text(plan.rejections));
    return outcome;
  });
}

}  // namespace kenv::commands
