// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/text.hpp"
#include "commands/run.hpp"
#include "plan/plan_json.hpp"

namespace kenv::commands {
namespace {

using Json = nlohmann::ordered_json;

Json texts(const std::vector<gpu::CodeTarget>& targets) {
  Json out = Json::array();
  for (const auto& target : targets) out.push_back(target.text());
  return out;
}

std::string driver_of(const manifest::Build& build, const manifest::CudaFacts& cuda) {
  const auto floor = cuda.floor_for(build, build.os);
  return floor ? floor->text() : "";
}

Json build_json(const manifest::Build& build, const manifest::CudaFacts& cuda) {
  return {{"version", build.version.text()},
          {"variant", build.variant},
          {"channel", to_text(build.channel)},
          {"index", build.index},
          {"os", build.os},
          {"machine", build.machine},
          {"python_tags", build.python_tags},
          {"targets", texts(build.targets)},
          {"other_targets", texts(build.other_targets)},
          {"ptx", texts(build.ptx)},
          {"needs_driver", driver_of(build, cuda)},
          {"evidence", plan::to_json(build.evidence)}};
}

Outcome show(const std::string& name, Services& services) {
  const auto* framework = services.catalog.framework(name);
  if (framework == nullptr) {
    std::vector<std::string> names;
    for (const auto& one : services.catalog.frameworks) names.push_back(one.name);
    const auto near = text::closest(name, names);
    throw Error(ExitCode::Usage, "unknown-framework", "no manifest describes `" + name + "`",
                near ? "did you mean `" + *near + "`?" : "`kenv manifest list` names those there are");
  }
  Outcome outcome;
  outcome.document["name"] = framework->name;
  outcome.document["builds"] = Json::array();
  for (const auto& build : framework->builds) {
    outcome.document["builds"].push_back(build_json(build, services.catalog.cuda));
    std::string targets;
    for (const auto* list : {&build.targets, &build.ptx})
      for (const auto& target : *list) targets += " " + target.text();
    outcome.text +=
        fmt::format("{:<16} {:<6} {:<8} {:<8} {:<8} {:<9}{}\n", build.version.text(), build.variant, build.index,
                    build.os, build.machine, build.evidence.sha256 ? "measured" : "declared", targets);
  }
  return outcome;
}

Outcome list(Services& services) {
  Outcome outcome;
  outcome.document["frameworks"] = Json::array();
  for (const auto& framework : services.catalog.frameworks) {
    outcome.document["frameworks"].push_back(
        {{"name", framework.name}, {"title", framework.title}, {"builds", framework.builds.size()}});
    outcome.text += fmt::format("{:<14} {:>4} builds  {}\n", framework.name, framework.builds.size(), framework.title);
  }
  outcome.document["gpus"] = services.catalog.gpus.size();
  outcome.text += fmt::format("{} GPU models\n", services.catalog.gpus.size());
  return outcome;
}

}  // namespace

Outcome run_manifest(const Arguments& arguments, Services& services) {
  const std::string& action = arguments.positionals[0];
  const bool named = arguments.positionals.size() == 2;
  if (action == "list" && !named) return list(services);
  if (action == "show" && named) return show(text::lower(arguments.positionals[1]), services);
  throw Error(ExitCode::Usage, "usage", "`kenv manifest` takes `list` or `show NAME`",
              "for example: kenv manifest show torch");
}

}  // namespace kenv::commands
