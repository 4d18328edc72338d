// SPDX-License-Identifier: Apache-2.0
#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "commands/existing_environment.hpp"
#include "commands/run.hpp"
#include "diagnose/diagnose.hpp"

namespace kenv::commands {
namespace {

void require_something(const Arguments& arguments) {
  if (!arguments.positionals.empty() || !arguments.requirement_files.empty() || !arguments.groups.empty()) return;
  throw Error(ExitCode::Usage, "usage", "`kenv install` needs something to install",
              "kenv install torch, or kenv install -r requirements.txt");
}

std::string reason_text(const Arguments& arguments) {
  std::vector<std::string> words = arguments.positionals;
  for (const auto& file : arguments.requirement_files) words.push_back("-r " + file);
  return (arguments.upgrade ? "upgrade " : "install ") + text::join(words, ", ");
}

/// The family of a package: a framework and those that move along with it. Empty for other packages.
std::set<python::PackageName> family_of(const python::PackageName& name, const manifest::Catalog& catalog) {
  std::set<python::PackageName> members;
  const auto* framework = catalog.family_of(name.text());
  if (framework == nullptr) return members;
  members.insert(python::PackageName::from_normal(framework->name));
  for (const auto& companion : framework->companions)
    if (companion.family) members.insert(python::PackageName::from_normal(companion.package));
  return members;
}

/// What was named is upgraded, and with a member of a framework's family the members that are there.
void add_upgrades(resolvers::Request& request, const manifest::Catalog& catalog) {
  const auto installed = [&](const python::PackageName& name) {
    return std::any_of(request.installed.begin(), request.installed.end(),
                       [&](const auto& package) { return package.name == name; });
  };
  for (const auto& root : request.roots) {
    request.upgraded.insert(root.name);
    for (const auto& member : family_of(root.name, catalog))
      if (installed(member)) request.upgraded.insert(member);
  }
}

/// Who asks for a framework wants one that runs: an installed build that does not is no answer. What else is wrong with
/// the environment is not this verb's to change; it is told.
void judge_installed(resolvers::Request& request, const snapshot::Snapshot& snapshot, Services& services,
                     const std::string& fix_command) {
  const auto faulty = change::packages_to_change(diagnose::diagnose(snapshot, services.catalog));
  std::set<python::PackageName> asked;
  for (const auto& root : request.roots) asked.merge(family_of(root.name, services.catalog));
  for (const auto& name : faulty) {
    if (asked.contains(name))
      request.must_change.insert(name);
    else
      services.reporter.warn(name.text() + " in this environment does not run on the GPU; " + fix_command +
                             " repairs it");
  }
}

}  // namespace

void install_options(OptionList& options, Arguments& to) {
  options.value("-p,--environment", "ENV", to.environment, "the environment (default: the active one, else .venv)");
  options.flag("-U,--upgrade", to.upgrade, "the newest version of what is named, though another is installed");
}

Outcome run_install(const Arguments& arguments, Services& services) {
  require_something(arguments);
  const auto existing = read_existing(arguments.environment, arguments, services, arguments.dry_run);
  Tools tools(arguments, services, arguments.positionals);
  auto change = change_of(existing, arguments, resolvers::Request::Purpose::Install, tools);
  change.reason = reason_text(arguments);
  tools.add_inputs(change.request);
  if (arguments.upgrade) add_upgrades(change.request, services.catalog);
  judge_installed(change.request, existing.snapshot(), services,
                  "kenv fix " + text::shell_word(existing.path) + fact_flags(arguments));
  return plan_or_carry_out(change, "install into " + existing.path + "?", arguments, services, tools);
}

}  // namespace kenv::commands
