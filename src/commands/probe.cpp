// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "change/environment_facts.hpp"
#include "change/prove.hpp"
#include "commands/run.hpp"
#include "commands/target_machine.hpp"
#include "io/surroundings.hpp"
#include "probe/launch_test.hpp"
#include "transaction/history.hpp"
#include "transaction/rollback.hpp"

namespace kenv::commands {
namespace {

std::string check_text(const probe::Check& check) {
  return fmt::format("  {:<8} {} {}{}{}\n", probe::to_text(check.status), check.framework, check.check,
                     check.error.empty() ? "" : ": ", check.error);
}

std::string result_text(const probe::LaunchResult& result) {
  std::string out;
  for (const auto& check : result.checks) out += check_text(check);
  for (const auto& gpu : result.gpus) {
    out += fmt::format("GPU {}: {} ({})\n", gpu.index, gpu.name, gpu.capability);
    for (const auto& check : gpu.checks) out += check_text(check);
  }
  return out + fmt::format("launch test: {}{}{}\n", probe::to_text(result.status), result.reason.empty() ? "" : ": ",
                           result.reason);
}

/// The result belongs to the generation that was tested, so that a repair for a GPU that was elsewhere is completed.
void store_result(const std::string& environment, const nlohmann::ordered_json& result, Services& services) {
  if (!transaction::has_state(environment) || result.value("status", "") == "not-run") return;
  try {
    transaction::OpenState state(environment, "kenv probe");
    if (state.current() == 0) return;
    if (!transaction::drift(environment).empty())
      return services.reporter.note(
          "the environment was changed outside kenv: the result is not stored with its generation");
    transaction::record_probe(state, state.current(),
                              result.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
    services.reporter.detail(fmt::format("stored with generation {}", state.current()));
  } catch (const Error& error) {
    services.reporter.note(std::string("the result could not be stored: ") + error.what());
  }
}

/// The driver by itself, with kenv's own kernels: says whether a failure below is the framework's.
probe::LaunchResult prove_driver(const TargetMachine& target) {
  if (target.named || target.machine.gpus.empty()) return {};
  return probe::run_native_probe(io::program_path().parent_path() / "kenv-probe");
}

}  // namespace

Outcome run_probe(const Arguments& arguments, Services& services) {
  const auto target = target_machine(arguments, services);
  const auto path = change::chosen_environment(arguments.positionals.empty() ? "" : arguments.positionals[0],
                                               services.variables, arguments.verb);
  const auto environment = change::read_environment(path, services.catalog, target.gpus);

  change::ProofRequest request{environment.environment.root, {}, {}, target.gpus, target.named, /*try_on_cpu=*/true};
  for (const auto& distribution : environment.contents.installed) request.packages.push_back(distribution.name.text());
  const auto driver = prove_driver(target);
  const auto result = change::prove(request, services.catalog, services.reporter);
  const auto json = change::to_json(result);
  store_result(path, json, services);

  Outcome outcome;
  const bool failed =
      result.status == probe::LaunchResult::Status::Failed || driver.status == probe::LaunchResult::Status::Failed;
  outcome.exit = failed ? ExitCode::LaunchFailed : ExitCode::Ok;
  outcome.status = failed ? "problems" : "ok";
  outcome.document["environment"] = path;
  outcome.document["probe"] = {{"status", json.at("status")}, {"reason", json.at("reason")}};
  outcome.document["checks"] = json.at("checks");
  outcome.document["gpus"] = json.at("gpus");
  outcome.document["driver"] = change::to_json(driver);
  outcome.text = gpu_lines(target);
  if (!driver.gpus.empty()) outcome.text += "driver:\n" + result_text(driver);
  outcome.text += result_text(result);
  return outcome;
}

}  // namespace kenv::commands
