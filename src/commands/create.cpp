// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/shell_word.hpp"
#include "change/preconditions.hpp"
#include "change/take_over.hpp"
#include "commands/change_setup.hpp"
#include "commands/interpreter_choice.hpp"
#include "commands/run.hpp"
#include "io/files.hpp"
#include "python/location.hpp"
#include "transaction/open_state.hpp"

namespace kenv::commands {
namespace {

/// Who named requirements may have meant the environment that is there.
std::string way_on(const Arguments& arguments) {
  const std::string& environment = arguments.positionals[0];
  std::string wanted;
  for (std::size_t i = 1; i < arguments.positionals.size(); ++i)
    wanted += " " + text::shell_word(python::without_secrets(arguments.positionals[i]));
  for (const auto& file : arguments.requirement_files)
    wanted += " -r " + text::shell_word(python::without_secrets(file));
  if (wanted.empty() || !io::exists(std::filesystem::path(environment) / "pyvenv.cfg"))
    return "choose another name; `kenv fix` repairs an environment that is there";
  return "to install into it: kenv install -p " + text::shell_word(environment) + wanted;
}

/// Who names the environment to take over has one; none is to be made in its place.
void require_old(const std::string& old) {
  if (old.empty() || io::exists(old) || transaction::has_state(old)) return;
  throw Error(ExitCode::Usage, "no-such-environment", "--from: there is no environment at `" + old + "`",
              "name the environment whose packages are to be taken over");
}

/// A new environment needs a free place whose path can stand in PATH, where ":" separates.
void require_free_place(const Arguments& arguments) {
  const std::string& environment = arguments.positionals[0];
  const std::string path = std::filesystem::absolute(environment).string();
  if (path.find(':') != std::string::npos)
    throw Error(ExitCode::Usage, "bad-name",
                path + " holds `:`, which separates the entries of PATH: such an environment could not be activated",
                "choose a path without `:`");
  if (!io::exists(environment)) return;
  throw Error(ExitCode::Usage, "environment-exists", environment + " exists already", way_on(arguments));
}

std::string reason_text(const Arguments& arguments) {
  std::string out = arguments.from.empty() ? "new environment" : "new environment in place of " + arguments.from;
  for (std::size_t i = 1; i < arguments.positionals.size(); ++i)
    out += (i == 1 ? " with " : ", ") + arguments.positionals[i];
  return out;
}

/// What became of the old environment's packages.
void add_taken_over(Outcome& outcome, const change::EnvironmentFacts& old,
                    const std::vector<change::LeftBehind>& left) {
  nlohmann::ordered_json taken = {{"from", old.environment.root.string()},
                                  {"kind", venv::to_text(old.environment.kind)}};
  taken["changed"] = nlohmann::ordered_json::array();
  taken["left"] = nlohmann::ordered_json::array();
  std::map<std::string, std::string> before;
  for (const auto& package : old.facts.packages)
    if (const auto name = python::PackageName::parse(package.name)) before[name->text()] = package.version;
  for (const auto& step : outcome.document.value("steps", nlohmann::ordered_json::array())) {
    const std::string name = step.value("name", ""), to = step.at("to").is_string() ? step.value("to", "") : "";
    const auto was = before.find(name);
    if (was == before.end() || to.empty() || was->second == to) continue;
    taken["changed"].push_back({{"name", name}, {"from", was->second}, {"to", to}});
    outcome.text +=
        fmt::format("  other than in {}: {} {} -> {}\n", old.environment.root.string(), name, was->second, to);
  }
  for (const auto& one : left) {
    taken["left"].push_back({{"name", one.name}, {"version", one.version}, {"reason", one.reason}});
    outcome.text += fmt::format("  not taken over: {} {}: {}\n", one.name, one.version, one.reason);
  }
  outcome.document["taken_over"] = std::move(taken);
}

}  // namespace

void create_options(OptionList& options, Arguments& to) {
  options.value("--from", "OLD", to.from, "take over what another environment holds: venv, conda, system");
  options.flag("--without-pip", to.without_pip, "do not install pip");
}

Outcome run_create(const Arguments& arguments, Services& services) {
  const std::string& environment = arguments.positionals[0];
  require_free_place(arguments);
  require_old(arguments.from);
  // Whoever is making it now has the lock: that is said before anything is looked for.
  if (!arguments.dry_run) change::recover(environment, services.reporter);
  const auto target = target_machine(arguments, services);
  Tools tools(arguments, services, {arguments.positionals.begin() + 1, arguments.positionals.end()});
  std::optional<change::EnvironmentFacts> old;
  if (!arguments.from.empty()) old = change::read_environment(arguments.from, services.catalog, target.gpus);
  auto interpreter = old && arguments.python.empty() ? change::interpreter_like(*old)
                     : arguments.dry_run             ? interpreter_to_plan_for(arguments, services)
                                                     : interpreter_to_use(arguments);
  auto change = change_for(arguments, target, std::move(interpreter), tools);
  change.environment = environment;
  change.with_pip = !arguments.without_pip;
  change.reason = reason_text(arguments);
  change.request.purpose = resolvers::Request::Purpose::Create;
  tools.add_inputs(change.request);
  if (!old) return plan_or_carry_out(change, "create " + environment + "?", arguments, services, tools);
  if (!change.request.locked.empty())
    throw Error(ExitCode::Usage, "usage",
                "a lock says exactly what is installed; nothing of " + arguments.from + " can be added to it",
                "leave out --from, or name requirements instead of the lock");
  const auto left = change::take_over(*old, change.request, services.catalog, tools.index());
  for (const auto& one : left)
    services.reporter.warn(fmt::format("not taken over: {} {}: {}", one.name, one.version, one.reason));
  Outcome outcome = plan_or_carry_out(change, "create " + environment + "?", arguments, services, tools);
  add_taken_over(outcome, *old, left);
  return outcome;
}

}  // namespace kenv::commands
