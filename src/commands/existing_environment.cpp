// SPDX-License-Identifier: Apache-2.0
#include "commands/existing_environment.hpp"

#include "base/shell_word.hpp"
#include "change/preconditions.hpp"
#include "venv/moved.hpp"

namespace kenv::commands {
namespace {

void require_changeable(const change::EnvironmentFacts& found) {
  venv::require_changeable(found.environment);
  change::require_own_folder(found.environment.root);
}

void warn_if_moved(const ExistingEnvironment& existing, report::Reporter& reporter) {
  const auto made_for = venv::made_for_elsewhere(existing.found.environment);
  if (!made_for) return;
  reporter.warn("this environment was made for " + made_for->string() +
                ", and its scripts start the Python there; one that fits its place: kenv create NEW --from " +
                text::shell_word(existing.path));
}

}  // namespace

const venv::Interpreter& interpreter_of(const change::EnvironmentFacts& found, const std::string& path) {
  if (found.interpreter) return *found.interpreter;
  throw Error(ExitCode::Failed, "broken-interpreter", path + ": " + found.environment.broken,
              "make a new one with the same packages: kenv create NEW --from " + text::shell_word(path));
}

snapshot::Snapshot ExistingEnvironment::snapshot() const {
  snapshot::Snapshot facts{.machine = target.machine, .environment = found.facts};
  facts.machine.gpus = target.gpus;
  return facts;
}

ExistingEnvironment read_existing(const std::string& named, const Arguments& arguments, Services& services,
                                  bool only_look) {
  auto target = target_machine(arguments, services);
  auto path = change::chosen_environment(named, services.variables, arguments.verb);
  if (!only_look) change::recover(path, services.reporter);
  auto found = change::read_environment(path, services.catalog, target.gpus);
  return {std::move(path), std::move(target), std::move(found)};
}

change::ChangeRequest change_of(const ExistingEnvironment& existing, const Arguments& arguments,
                                resolvers::Request::Purpose purpose, Tools& tools) {
  if (!arguments.dry_run) require_changeable(existing.found);
  warn_if_moved(existing, tools.workshop().reporter);
  auto change = change_for(arguments, existing.target, interpreter_of(existing.found, existing.path), tools);
  change.environment = existing.path;
  change.existing = &existing.found;
  change.request.purpose = purpose;
  change::add_installed(change.request, existing.found.facts);
  return change;
}

}  // namespace kenv::commands
