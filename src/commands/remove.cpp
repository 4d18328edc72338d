// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.hpp"
#include "commands/existing_environment.hpp"
#include "commands/run.hpp"
#include "python/location.hpp"

namespace kenv::commands {
namespace {

python::PackageName parse_name(const std::string& word) {
  auto name = python::PackageName::parse(word);
  if (name) return *std::move(name);
  throw Error(ExitCode::Usage, "bad-name",
              fmt::format("`{}` is not the name of a package: {}", word, name.error().message),
              "name packages without versions: kenv remove torchvision");
}

/// The named packages that are there. One that is not is told, as pip does: the wish is fulfilled.
std::set<python::PackageName> packages_to_remove(const std::vector<std::string>& words,
                                                 const resolvers::Request& request, report::Reporter& reporter) {
  std::vector<std::string> installed;
  for (const auto& package : request.installed) installed.push_back(package.name.text());
  std::set<python::PackageName> names;
  for (const auto& word : words) {
    const auto name = parse_name(word);
    if (std::find(installed.begin(), installed.end(), name.text()) != installed.end()) {
      names.insert(name);
      continue;
    }
    const auto near = text::closest(name.text(), installed);
    reporter.warn(name.text() + " is not installed" + (near ? "; did you mean " + *near + "?" : ""));
  }
  return names;
}

using Extras = std::map<python::PackageName, std::set<std::string>>;

bool applies(const python::Requirement& requirement, const std::set<std::string>& extras,
             const resolvers::Request& request) {
  if (const auto plain = requirement.marker.evaluate(request.markers); plain && *plain) return true;
  return std::any_of(extras.begin(), extras.end(), [&](const auto& extra) {
    const auto with = requirement.marker.evaluate(request.markers, {extra});
    return with && *with;
  });
}

/// The extras with which each package is used: minigpu needs minicore[color], and only so does minicore need minicolor.
Extras extras_in_use(const resolvers::Request& request) {
  Extras extras;
  for (bool more = true; more;) {
    more = false;
    for (const auto& package : request.installed)
      for (const auto& requirement : package.requires_dist)
        if (!requirement.extras.empty() && applies(requirement, extras[package.name], request))
          for (const auto& extra : requirement.extras) more = extras[requirement.name].insert(extra).second || more;
  }
  return extras;
}

/// Others that go on being there and need one of these: "minivision 0.2.0 needs minigpu==1.1.0".
std::vector<std::string> who_needs(const std::set<python::PackageName>& names, const resolvers::Request& request) {
  resolvers::Request staying = request;
  std::erase_if(staying.installed, [&](const auto& package) { return names.contains(package.name); });
  auto extras = extras_in_use(staying);
  std::vector<std::string> found;
  for (const auto& package : staying.installed)
    for (const auto& requirement : package.requires_dist)
      if (names.contains(requirement.name) && applies(requirement, extras[package.name], request))
        found.push_back(fmt::format("{} {} needs {}", package.name.text(), package.version_text(),
                                    python::without_secrets(requirement.to_text())));
  return found;
}

void require_unneeded(const std::set<python::PackageName>& names, const resolvers::Request& request, bool allowed,
                      report::Reporter& reporter) {
  const auto needed = who_needs(names, request);
  if (needed.empty()) return;
  if (!allowed)
    throw Error(ExitCode::Locked, "still-needed", text::join(needed, "; "),
                "name them too, or add --allow-remove to leave them without");
  for (const auto& one : needed) reporter.warn(one + ", and will be without it");
}

}  // namespace

void remove_options(OptionList& options, Arguments& to) {
  options.value("-p,--environment", "ENV", to.environment, "the environment (default: the active one, else .venv)");
}

Outcome run_remove(const Arguments& arguments, Services& services) {
  const auto existing = read_existing(arguments.environment, arguments, services, arguments.dry_run);
  Tools tools(arguments, services);
  auto change = change_of(existing, arguments, resolvers::Request::Purpose::Install, tools);
  change.reason = "remove " + text::join(arguments.positionals, ", ");
  change.request.removed = packages_to_remove(arguments.positionals, change.request, services.reporter);
  require_unneeded(change.request.removed, change.request, arguments.allow_remove, services.reporter);
  return plan_or_carry_out(change, "remove from " + existing.path + "?", arguments, services, tools);
}

}  // namespace kenv::commands
