// SPDX-License-Identifier: Apache-2.0
#include "transaction/rollback.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "change/environment_facts.hpp"
#include "change/owned_files.hpp"
#include "change/preconditions.hpp"
#include "change/refetch.hpp"
#include "commands/change_setup.hpp"
#include "commands/run.hpp"
#include "io/files.hpp"
#include "transaction/history.hpp"

namespace kenv::commands {
namespace {

using Json = nlohmann::ordered_json;

std::optional<int> wanted_generation(const Arguments& arguments) {
  if (!arguments.to_generation) return std::nullopt;
  const auto number = text::parse_unsigned(*arguments.to_generation);
  if (!number || *number == 0 || *number > 1'000'000)
    throw Error(ExitCode::Usage, "bad-generation",
                "--to takes the number of a generation, not `" + *arguments.to_generation + "`",
                "`kenv history` lists them");
  return static_cast<int>(*number);
}

Json drift_json(const std::vector<transaction::Difference>& drift) {
  Json out = Json::array();
  for (const auto& difference : drift) out.push_back(difference.path);
  return out;
}

Outcome dry_run(const Arguments& arguments, const std::string& environment) {
  const auto history = transaction::read_history(environment);
  const auto drift = transaction::drift(environment);
  Outcome outcome;
  outcome.document["environment"] = environment;
  outcome.document["from"] = history.current;
  outcome.document["drift"] = drift_json(drift);
  const auto to = wanted_generation(arguments);
  int parent = 0;
  for (const auto& generation : history.generations)
    if (generation.id == history.current) parent = generation.parent;
  const int target = to ? *to : drift.empty() ? parent : history.current;
  const bool recorded = std::any_of(history.generations.begin(), history.generations.end(),
                                    [&](const auto& one) { return one.id == target; });
  if (target != 0 && !recorded)
    throw Error(ExitCode::Usage, "no-such-generation", fmt::format("there is no generation {}", target),
                "`kenv history` lists them");
  outcome.document["to"] = target == 0 ? Json(nullptr) : Json(target);
  if (target == 0) {
    outcome.status = "nothing-to-do";
    outcome.text = "nothing to go back to\n";
  } else {
    outcome.text = fmt::format("would go back to generation {}; {} paths changed outside kenv\n", target, drift.size());
  }
  return outcome;
}

Outcome report(const transaction::RollbackResult& result, const std::string& environment) {
  Outcome outcome;
  outcome.document["environment"] = environment;
  if (const auto* nothing = std::get_if<transaction::NothingToDo>(&result)) {
    outcome.status = "nothing-to-do";
    outcome.text = nothing->reason + "\n";
    outcome.document["notes"] = {nothing->reason};
    return outcome;
  }
  const auto& done = std::get<transaction::RolledBack>(result);
  outcome.changed = true;
  outcome.document["from"] = done.from;
  outcome.document["to"] = done.to;
  outcome.document["outside_change"] = done.outside_change ? Json(*done.outside_change) : Json(nullptr);
  outcome.document["rebuilt"] = done.rebuilt;
  outcome.document["drift"] = drift_json(done.drift);
  outcome.document["notes"] = done.notes;
  outcome.text = fmt::format("{}: back at generation {}{}\n", environment, done.to,
                             done.rebuilt ? ", linked again from the store" : "");
  if (done.outside_change)
    outcome.text += fmt::format("  what was changed outside kenv ({} paths) is kept as generation {}\n",
                                done.drift.size(), *done.outside_change);
  for (const auto& note : done.notes) outcome.text += "  note: " + note + "\n";
  return outcome;
}

}  // namespace

void rollback_options(OptionList& options, Arguments& to) {
  options.value("--to", "GENERATION", to.to_generation, "the generation to go back to (see `kenv history`)");
  options.flag("-n,--dry-run", to.dry_run, "say what would be done only");
  options.flag("--while-running", to.while_running, "switch although programs run from the environment");
}

Outcome run_rollback(const Arguments& arguments, Services& services) {
  // A deleted environment can come back, so it need not exist; but something must be recorded.
  const auto environment = change::chosen_environment(arguments.positionals.empty() ? "" : arguments.positionals[0],
                                                      services.variables, arguments.verb);
  if (!transaction::has_state(environment)) {
    if (!io::exists(environment))
      throw Error(ExitCode::Usage, "no-environment", "there is nothing at " + environment,
                  "`kenv history` of another path may help");
    return report(
        transaction::NothingToDo{"kenv has not changed " + environment + " yet: there is nothing to go back to"},
        environment);
  }
  if (arguments.dry_run) return dry_run(arguments, environment);
  const auto to = wanted_generation(arguments);
  Tools tools(arguments, services);
  transaction::OpenState state(environment, command_line(arguments));
  change::report_recovery(state.recovered(), services.reporter);
  change::require_nobody_runs(environment, arguments.while_running, services.reporter);
  transaction::RollbackOptions options{
      to, change::owned_files_of(environment), {command_line(arguments), "", {}, "", {}}};
  try {
    return report(change::rollback_with_refetch(state, options, tools.workshop()), environment);
  } catch (const std::exception&) {
    change::report_left_behind(state, services.reporter);
    throw;
  }
}

}  // namespace kenv::commands
