// SPDX-License-Identifier: Apache-2.0
#include "commands/change_outcome.hpp"
#include "commands/facts_text.hpp"
#include "commands/run.hpp"
#include "commands/tools.hpp"
#include "io/files.hpp"
#include "io/surroundings.hpp"

namespace kenv::commands {
namespace {

void require_free_place(const std::string& environment) {
  if (environment.empty()) throw Error(ExitCode::Usage, "no-name", "the environment's name is empty", "kenv create ENV [REQUIREMENT...]");
  if (!io::exists(environment)) return;
  throw Error(ExitCode::Usage, "environment-exists", environment + " exists already", "choose another name; `kenv fix` repairs an environment that is there");
}

std::string reason_text(const Arguments& arguments) {
  std::string out = "new environment";
  for (std::size_t i = 1; i < arguments.positionals.size(); ++i) out += (i == 1 ? " with " : ", ") + arguments.positionals[i];
  return out;
}

}  // namespace

Outcome run_create(const Arguments& arguments, Services& services) {
  const std::string& environment = arguments.positionals[0];
  require_free_place(environment);
  const auto facts = change::gather_machine_facts(fact_options(arguments, services), services.catalog);

  change::ChangeRequest change;
  change.environment = environment;
  change.interpreter = venv::find_interpreter(arguments.python, {.cache_directory = io::cache_directory() / "interpreters"});
  change.gpus = change::visible_gpus(facts.machine, services.reporter);
  change.named = facts.named;
  change.reason = reason_text(arguments);
  apply_change_options(change, arguments);

  Tools tools(arguments, services);
  change.request = change::request_for(facts.machine, change.gpus, change.interpreter);
  change.request.purpose = resolvers::Request::Purpose::Create;
  change::add_requirements(change.request, request_options(arguments, {arguments.positionals.begin() + 1, arguments.positionals.end()}));
  tools.add_sources(change.request);
  change.agree = agreement(services, tools.store(), "create " + environment + "?");

  return with_plan_in_failures([&] {
    if (!arguments.dry_run) return changed(change::carry_out(change, tools.workshop()), environment);
    resolvers::Resolution resolution(change.request, services.catalog);
    return planned(change::make_plan(resolution, tools.workshop()), environment);
  });
}

}  // namespace kenv::commands
