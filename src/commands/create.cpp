// SPDX-License-Identifier: Apache-2.0
#include "commands/change_setup.hpp"
#include "commands/interpreter_choice.hpp"
#include "commands/run.hpp"
#include "io/files.hpp"

namespace kenv::commands {
namespace {

/// A new environment needs a free place whose path can stand in PATH, where ":" separates.
void require_free_place(const std::string& environment) {
  const std::string path = std::filesystem::absolute(environment).string();
  if (path.find(':') != std::string::npos)
    throw Error(ExitCode::Usage, "bad-name", path + " holds `:`, which separates the entries of PATH: such an environment could not be activated", "choose a path without `:`");
  if (!io::exists(environment)) return;
  throw Error(ExitCode::Usage, "environment-exists", environment + " exists already", "choose another name; `kenv fix` repairs an environment that is there");
}

std::string reason_text(const Arguments& arguments) {
  std::string out = "new environment";
  for (std::size_t i = 1; i < arguments.positionals.size(); ++i) out += (i == 1 ? " with " : ", ") + arguments.positionals[i];
  return out;
}

}  // namespace

void create_options(OptionList& options, Arguments& to) {
  options.flag("--without-pip", to.without_pip, "do not install pip");
}

Outcome run_create(const Arguments& arguments, Services& services) {
  const std::string& environment = arguments.positionals[0];
  require_free_place(environment);
  const auto target = target_machine(arguments, services);
  Tools tools(arguments, services, {arguments.positionals.begin() + 1, arguments.positionals.end()});
  auto interpreter = arguments.dry_run ? interpreter_to_plan_for(arguments, services) : interpreter_to_use(arguments);
  auto change = change_for(arguments, target, std::move(interpreter), tools);
  change.environment = environment;
  change.with_pip = !arguments.without_pip;
  change.reason = reason_text(arguments);
  change.request.purpose = resolvers::Request::Purpose::Create;
  tools.add_inputs(change.request);
  return plan_or_carry_out(change, "create " + environment + "?", arguments, services, tools);
}

}  // namespace kenv::commands
