// SPDX-License-Identifier: Apache-2.0
#include "commands/change_outcome.hpp"
#include "commands/facts_text.hpp"
#include "commands/run.hpp"
#include "commands/tools.hpp"
#include "io/surroundings.hpp"

namespace kenv::commands {

Outcome run_resolve(const Arguments& arguments, Services& services) {
  const auto facts = change::gather_machine_facts(fact_options(arguments, services), services.catalog);
  const auto gpus = change::visible_gpus(facts.machine, services.reporter);
  const auto interpreter = venv::find_interpreter(arguments.python, {.cache_directory = io::cache_directory() / "interpreters"});
  Tools tools(arguments, services);
  auto request = change::request_for(facts.machine, gpus, interpreter);
  change::add_requirements(request, request_options(arguments, arguments.positionals));
  tools.add_sources(request);
  return with_plan_in_failures([&] {
    resolvers::Resolution resolution(request, services.catalog);
    const auto plan = change::make_plan(resolution, tools.workshop());
    Outcome outcome = planned(plan, "");
    outcome.document.erase("environment");
    outcome.text = plan_text(plan) + (plan.rejections.empty() ? "" : "rejected:\n" + rejections_text(plan.rejections));
    return outcome;
  });
}

}  // namespace kenv::commands
