// SPDX-License-Identifier: Apache-2.0
#include "base/shell_word.hpp"
#include "change/advice.hpp"
#include "change/environment_facts.hpp"
#include "commands/facts_text.hpp"
#include "commands/run.hpp"
#include "commands/target_machine.hpp"
#include "diagnose/diagnose.hpp"
#include "snapshot/snapshot.hpp"

namespace kenv::commands {
namespace {

struct Diagnosed {
  snapshot::Snapshot snapshot;
  TargetMachine target;
  std::string environment;
};

Diagnosed from_snapshot(const Arguments& arguments, Services& services) {
  auto snapshot = named_snapshot(arguments, services);
  auto machine = snapshot.machine;
  auto gpus = machine.gpus;
  Diagnosed out{std::move(snapshot), {std::move(machine), std::move(gpus), true}, arguments.from};
  out.environment = out.snapshot.environment.path.empty() ? "ENV" : out.snapshot.environment.path;
  return out;
}

Diagnosed from_machine(const Arguments& arguments, Services& services) {
  Diagnosed out;
  out.target = target_machine(arguments, services);
  out.environment = change::chosen_environment(arguments.positionals.empty() ? "" : arguments.positionals[0],
                                               services.variables, arguments.verb);
  out.snapshot.machine = out.target.machine;
  out.snapshot.environment = change::read_environment(out.environment, services.catalog, out.target.gpus).facts;
  return out;
}

std::string heading(const Diagnosed& diagnosed) {
  const auto& environment = diagnosed.snapshot.environment;
  std::string out = diagnosed.environment;
  if (environment.python) out += " (Python " + environment.python->version + ")";
  return out + "\n" + gpu_lines(diagnosed.target) + "\n";
}

}  // namespace

void doctor_options(OptionList& options, Arguments& to) {
  options.value("--from", "SNAPSHOT", to.from, "diagnose a snapshot file instead of this machine");
}

Outcome run_doctor(const Arguments& arguments, Services& services) {
  auto diagnosed = arguments.from.empty() ? from_machine(arguments, services) : from_snapshot(arguments, services);
  diagnosed.snapshot.machine.gpus = diagnosed.target.gpus;  // a hidden GPU is not judged
  auto findings = diagnose::diagnose(diagnosed.snapshot, services.catalog);
  const std::string fix = "kenv fix " + text::shell_word(diagnosed.environment) + fact_flags(arguments);
  change::complete_remedies(findings, diagnosed.snapshot, diagnosed.target.gpus, services.catalog, fix);

  Outcome outcome;
  const bool sound = findings.front().code == "healthy";
  outcome.exit = sound ? ExitCode::Ok : ExitCode::ProblemsFound;
  outcome.status = sound ? "ok" : "problems";
  outcome.document["environment"] = diagnosed.environment;
  outcome.document["findings"] = nlohmann::ordered_json::array();
  outcome.text = heading(diagnosed);
  for (const auto& finding : findings) {
    outcome.document["findings"].push_back(plan::to_json(finding));
    outcome.text += finding_text(finding);
  }
  outcome.document["snapshot"] = nlohmann::ordered_json::parse(snapshot::render_snapshot(diagnosed.snapshot));
  return outcome;
}

}  // namespace kenv::commands
