// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "base/text.hpp"
#include "change/advice.hpp"
#include "change/bridges.hpp"
#include "change/solve.hpp"
#include "commands/change_outcome.hpp"
#include "commands/existing_environment.hpp"
#include "commands/facts_text.hpp"
#include "commands/run.hpp"
#include "diagnose/diagnose.hpp"

namespace kenv::commands {
namespace {

void add_findings(Outcome& outcome, const std::vector<plan::Finding>& findings) {
  outcome.document["findings"] = nlohmann::ordered_json::array();
  for (const auto& finding : findings) outcome.document["findings"].push_back(plan::to_json(finding));
}

/// Partial coverage asks for a repair only if the user said that it should.
void take_holes_seriously(std::vector<plan::Finding>& findings, bool complete) {
  if (!complete) return;
  for (auto& finding : findings)
    if (finding.severity == "warning" && finding.remedy.kind == "change-packages") finding.severity = "error";
}

bool can_be_repaired_here(const std::vector<plan::Finding>& findings) {
  return !change::packages_to_change(findings).empty();
}

/// What fix says when there is nothing that it could install.
Outcome nothing_to_install(const std::vector<plan::Finding>& findings, const std::string& environment) {
  Outcome outcome;
  const bool sound = findings.front().code == "healthy";
  outcome.status = sound ? "nothing-to-do" : "problems";
  outcome.exit = sound ? ExitCode::Ok : ExitCode::ProblemsFound;
  outcome.document["environment"] = environment;
  for (const auto& finding : findings) outcome.text += finding_text(finding);
  if (sound) outcome.text += "nothing to do\n";
  add_findings(outcome, findings);
  return outcome;
}

Outcome check_only(const std::vector<plan::Finding>& findings, const std::string& environment) {
  Outcome outcome = nothing_to_install(findings, environment);
  if (can_be_repaired_here(findings)) outcome.exit = ExitCode::ChangeNeeded;
  return outcome;
}

/// A plan for a snapshot comes from the manifests and is never carried out: what says where packages come from and how
/// a change is made has nothing to say there, and is not read over.
void refuse_what_a_snapshot_cannot_heed(const Arguments& arguments) {
  if (!arguments.dry_run && !arguments.check)
    throw Error(ExitCode::Usage, "snapshot-needs-dry-run", "a snapshot is not an environment that could be repaired",
                "add --dry-run to see the plan for it");
  static constexpr std::string_view kHeeded[] = {"--from",    "--dry-run",       "--check",       "--gpu",
                                                 "--driver",  "--without-index", "--constraint",  "--override",
                                                 "--nightly", "--complete",      "--allow-remove"};
  for (const auto& name : given_options(arguments))
    if (std::ranges::find(kHeeded, name) == std::end(kHeeded))
      throw Error(ExitCode::Usage, "not-for-a-snapshot",
                  name + " says nothing about a snapshot: its plan comes from kenv's manifests and is not carried out",
                  "leave it out; with --from go " +
                      text::join(std::vector<std::string>(std::begin(kHeeded) + 1, std::end(kHeeded)), ", "));
}

/// The plan for a snapshot, as far as the command line bounds it; what is set on this machine for pip and uv is not
/// its.
Outcome plan_for_snapshot(const snapshot::Snapshot& snapshot, const std::vector<plan::Finding>& findings,
                          const Arguments& arguments, Services& services) {
  auto request = change::offline_repair(findings, snapshot, snapshot.machine.gpus, services.catalog);
  change::add_options(request, request_options(arguments));
  const auto inputs = inputs_of(arguments, services, {}, {});
  change::add_inputs(request, inputs, index_settings(arguments, services, inputs));
  return with_plan_in_failures([&] {
    auto progress = change::plan_offline(std::move(request), services.catalog);
    if (auto* none = std::get_if<resolvers::NoSolution>(&progress))
      throw change::NoPlan(change::no_plan_error(*none), std::move(*none));
    return planned(std::get<plan::Plan>(progress), arguments.from);
  });
}

Outcome fix_snapshot(const Arguments& arguments, Services& services) {
  refuse_what_a_snapshot_cannot_heed(arguments);
  const auto snapshot = named_snapshot(arguments, services);
  auto findings = diagnose::diagnose(snapshot, services.catalog);
  take_holes_seriously(findings, arguments.complete);
  if (arguments.check) return check_only(findings, arguments.from);
  if (!can_be_repaired_here(findings)) return nothing_to_install(findings, arguments.from);
  Outcome outcome = plan_for_snapshot(snapshot, findings, arguments, services);
  add_findings(outcome, findings);
  return outcome;
}

std::string reason_text(const std::vector<plan::Finding>& findings) {
  return findings.front().code + ": " + findings.front().summary;
}

}  // namespace

void fix_options(OptionList& options, Arguments& to) {
  options.flag("--check", to.check, "exit 10 if a repair is needed; change nothing");
  options.value("--from", "SNAPSHOT", to.from, "plan for a snapshot file (with --dry-run or --check)");
}

Outcome run_fix(const Arguments& arguments, Services& services) {
  if (!arguments.from.empty()) return fix_snapshot(arguments, services);
  const auto existing = read_existing(arguments.positionals.empty() ? "" : arguments.positionals[0], arguments,
                                      services, arguments.dry_run || arguments.check);
  const auto snapshot = existing.snapshot();
  auto findings = diagnose::diagnose(snapshot, services.catalog);
  take_holes_seriously(findings, arguments.complete);
  if (!arguments.nightly)
    change::add_bridge_findings(findings, existing.path, snapshot, existing.target.gpus, services.catalog);
  if (arguments.check) return check_only(findings, existing.path);
  if (!can_be_repaired_here(findings)) return nothing_to_install(findings, existing.path);

  Tools tools(arguments, services);
  auto change = change_of(existing, arguments, resolvers::Request::Purpose::Fix, tools);
  change.reason = reason_text(findings);
  tools.add_inputs(change.request);
  change.request.must_change = change::packages_to_change(findings);
  Outcome outcome = plan_or_carry_out(change, "repair " + existing.path + "?", arguments, services, tools);
  add_findings(outcome, findings);
  return outcome;
}

}  // namespace kenv::commands
