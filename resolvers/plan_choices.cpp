// SPDX-License-Identifier: Apache-2.0
#include "resolvers/plan_choices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "base/text.hpp"
#include "gpu/compatibility.hpp"
#include "resolvers/builds/coverage.hpp"
#include "resolvers/builds/ranking.hpp"
#include "resolvers/builds/rules.hpp"
#include "resolvers/explain/excluded_by.hpp"

namespace kenv::resolvers {
namespace {

class Choices {
 public:
  Choices(plan::Plan& plan, const Solution& solution, const Universe& universe, const Surroundings& around)
      : plan_(plan), solution_(solution), universe_(universe), around_(around) {}

  void add() {
    // Frameworks before their companions, and what changes before what stays.
    std::vector<std::pair<std::tuple<int, int, python::PackageName>, const Candidate*>> order;
    for (const auto& [name, chosen] : solution_.packages()) {
      if (!universe_.is_framework(chosen.id)) continue;
      const Candidate& one = solution_.candidate(chosen);
      plan_.guard.constraints.push_back(fmt::format("{}=={}", name.text(), one.version.text()));
      if (!around_.catalog.framework(name.text())) continue;
      order.push_back({{universe_.decision_class(chosen.id), one.installed ? 1 : 0, name}, &one});
    }
    std::ranges::sort(order, {}, [](const auto& entry) { return entry.first; });
    for (const auto& [key, chosen] : order) add_choice(std::get<2>(key), *chosen);
    note_left_out_indexes();
  }

 private:
  void add_choice(const python::PackageName& name, const Candidate& chosen) {
    plan::Choice choice;
    choice.framework = name.text();
    choice.version = chosen.version.text();
    choice.variant = chosen.variant;
    choice.channel = manifest::to_text(channel_of(chosen));
    choice.index = chosen.index;
    if (const auto* build = chosen.build) {
      choice.evidence = build->evidence;
      choice.needs_driver = needed_driver(*build);
      if (build->has_gpu_code())
        for (const auto& gpu : around_.request.gpus)
          choice.coverage.push_back(to_plan(coverage_of(*build, gpu, around_.request, around_.catalog), gpu));
    } else if (universe_.decision_class(*universe_.find(name)) == 0 && !chosen.installed) {
      plan_.notes.push_back(
          fmt::format("{}: no manifest knows what this build carries; kenv measures it before it is switched on, other "
                      "installers do not",
                      to_text(name, chosen)));
    }
    note_coverage(name, chosen, choice);
    if (channel_of(chosen) == manifest::Channel::Nightly && !chosen.installed) note_nightly(name, chosen, choice);
    note_gpus(name, chosen);
    plan_.choices.push_back(std::move(choice));
  }

  void note_coverage(const python::PackageName& name, const Candidate& chosen, const plan::Choice& choice) {
    for (const auto& coverage : choice.coverage) {
      if (coverage.status != "partial") continue;
      std::vector<std::string> libraries;
      for (const auto& uncovered : coverage.uncovered) libraries.push_back(uncovered.library);
      plan_.notes.push_back(fmt::format("{} serves GPU {} ({}) only in part: no code in {}; what needs it fails there",
                                        to_text(name, chosen), coverage.gpu, coverage.name,
                                        text::join(libraries, ", ")));
    }
    if (!around_.request.driver && !around_.request.gpus.empty() && !choice.needs_driver.empty())
      plan_.notes.push_back(fmt::format("{} needs driver {} or newer; which one there is, is not known",
                                        to_text(name, chosen), choice.needs_driver));
  }

  /// A nightly that was asked for is what the user wants; any other one is a bridge to the first stable build that
  /// serves.
  void note_nightly(const python::PackageName& name, const Candidate& chosen, plan::Choice& choice) {
    const std::string day = build_day(chosen.version);
    const std::string what =
        fmt::format("{} is a nightly build{}", to_text(name, chosen), day.empty() ? "" : " of " + day);
    const bool asked = around_.request.nightly || std::ranges::any_of(around_.request.roots, [&](const auto& root) {
                         return root.name == name && root.specifier.names_prerelease();
                       });
    if (asked) {
      plan_.notes.push_back(what + ", as asked for");
      return;
    }
    std::vector<std::string> gpus;
    for (const auto& gpu : around_.request.gpus) gpus.push_back(gpu_text(gpu));
    choice.bridge = {
        day, fmt::format("no stable build serves {}", gpus.empty() ? "this request" : text::join(gpus, " and "))};
    if (universe_.decision_class(*universe_.find(name)) == 0)
      plan_.notes.push_back(fmt::format("{}: {}; `kenv fix --check` says when one does", what, choice.bridge->reason));
  }

  /// What is known about the GPUs themselves and no rule can decide.
  void note_gpus(const python::PackageName& name, const Candidate& chosen) {
    if (chosen.installed || universe_.decision_class(*universe_.find(name)) != 0) return;
    for (const auto& gpu : around_.request.gpus) {
      if (gpu::is_tegra(gpu.capability))
        plan_.notes.push_back(
            fmt::format("{} is a Tegra part, on which code for other GPUs of its generation mostly runs "
                        "and is not promised to: the launch test decides",
                        gpu_text(gpu)));
      const auto* model = around_.catalog.gpu_named(gpu.name);
      const auto& driver = around_.request.driver;
      if (model && model->first_driver && driver && *driver < *model->first_driver)
        plan_.notes.push_back(fmt::format("{} is known to be served from driver {} on; this machine has {}",
                                          gpu_text(gpu), model->first_driver->text(), driver->text()));
    }
  }

  std::string needed_driver(const manifest::Build& build) const {
    if (is_cpu_build(build)) return {};
    const auto floor = around_.catalog.cuda.floor_for(build, around_.request.os);
    return floor ? floor->text() : "";
  }

  /// Builds that would have been preferred but stand on an index that the user left out.
  void note_left_out_indexes() {
    for (const auto& [name, chosen] : solution_.packages()) {
      if (!universe_.is_framework(chosen.id) || solution_.candidate(chosen).installed) continue;
      const auto& candidates = universe_.list(chosen.id).candidates;
      const OwnWords wishes(universe_.list(chosen.id), around_);
      for (std::size_t i = 0; i < chosen.index; ++i)
        if (!candidates[i].eligible() && candidates[i].rejections.front().rule == "index" &&  // and nothing else
            around_.request.without_index.contains(candidates[i].index) && !wishes.against(i)) {
          plan_.notes.push_back(fmt::format("{} would come first, but index {} is left out",
                                            to_text(name, candidates[i]), candidates[i].index));
          break;
        }
    }
  }

  plan::Plan& plan_;
  const Solution& solution_;
  const Universe& universe_;
  const Surroundings& around_;
};

}  // namespace

void add_choices(plan::Plan& plan, const Solution& solution, const Universe& universe, const Surroundings& around) {
  Choices(plan, solution, universe, around).add();
}

}  // namespace kenv::resolvers
