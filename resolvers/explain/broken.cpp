// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/broken.hpp"

#include <fmt/format.h>

#include "resolvers/dependencies/satisfying.hpp"

namespace kenv::resolvers {

std::vector<std::string> broken_by(const std::vector<plan::Step>& steps, const Surroundings& around) {
  std::set<python::PackageName> staying;
  std::map<python::PackageName, const plan::Step*> changed;
  for (const auto& step : steps) {
    if (step.action == plan::Step::Action::Keep)
      staying.insert(step.name);
    else
      changed.emplace(step.name, &step);
  }
  std::vector<std::string> notes;
  for (const auto& [name, requirement] : around.installed.met_for(staying)) {
    const auto change = changed.find(requirement.name);
    if (change == changed.end() || around.request.removed.contains(requirement.name)) continue;
    const auto& step = *change->second;
    const auto version = python::Version::parse(step.to);
    if (step.action != plan::Step::Action::Remove && (!version || requirement.specifier.contains(*version))) continue;
    notes.push_back(fmt::format(
        "{} {} requires {}, and {}", name.text(), around.installed.find(name)->version_text(), bare_text(requirement),
        version ? fmt::format("{} {} takes the place of {}", step.name.text(), step.to, step.from)
                : step.name.text() + " goes"));
  }
  return notes;
}

}  // namespace kenv::resolvers
