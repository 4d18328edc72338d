// SPDX-License-Identifier: Apache-2.0
#include "resolvers/plan_of.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/text.hpp"
#include "gpu/compatibility.hpp"
#include "plan/unpacked_size.hpp"
#include "resolvers/builds/coverage.hpp"
#include "resolvers/builds/ladder.hpp"
#include "resolvers/builds/ranking.hpp"
#include "resolvers/explain/moved.hpp"
#include "resolvers/explain/notes.hpp"
#include "resolvers/explain/rejections.hpp"
#include "resolvers/needed_where.hpp"

namespace kenv::resolvers {
namespace {

class Planner {
 public:
  Planner(const Solver& solver, Universe& universe, const Surroundings& around)
      : solver_(solver), universe_(universe), around_(around) {
    for (PackageId id = 1; id < solver.packages(); ++id)
      if (const auto chosen = solver.chosen(id); chosen && !universe.is_extra(id))
        chosen_[universe.list(id).name] = {id, *chosen};
    plan_.rejections = rejections(universe, solver, true);
  }

  plan::Plan plan() {
    const auto markers = needed_where(solver_, universe_);
    for (const auto& [name, chosen] : chosen_) {
      add_step(name, candidate(chosen));
      if (const auto marker = markers.find(name); marker != markers.end()) plan_.steps.back().marker = marker->second;
    }
    add_leftovers();
    std::ranges::sort(plan_.steps, {}, [](const plan::Step& step) { return step.name; });
    add_choices();
    note_left_out_indexes();
    for (auto& note : around_.installed.violated()) plan_.notes.push_back(std::move(note));
    for (auto& note : notes_on(solver_, universe_, around_)) plan_.notes.push_back(std::move(note));
    plan_.disk_bytes = plan::unpacked_size(plan_.download_bytes);
    return std::move(plan_);
  }

 private:
  struct Chosen {
    PackageId id = 0;
    std::size_t index = 0;
  };

  const Candidate& candidate(const Chosen& chosen) const { return universe_.list(chosen.id).candidates[chosen.index]; }

  bool is_root(const python::PackageName& name) const {
    return !around_.request.locked.empty() ||
           std::ranges::any_of(around_.request.roots, [&](const auto& root) { return root.name == name; });
  }

  std::string part_of_index(const python::PackageName& name, const Candidate& chosen) const {
    if (const auto* part = around_.scope.bound_to(name)) return part->variant;
    const auto* family = around_.catalog.family_of(name.text());
    return family ? part_of(*family, chosen, around_.request).variant : "";
  }

  std::string index_url(const python::PackageName& name, const Candidate& chosen, const std::string& part) const {
    if (chosen.direct) return {};
    const auto& locked = around_.request.locked;
    if (const auto wheel = std::ranges::find(locked, name, &LockedWheel::name); wheel != locked.end())
      return wheel->index_url;
    const auto* page = around_.knowledge.page({chosen.index, part, name});
    return page ? page->index_url : "";
  }

  /// Nothing if it does not hold for this very interpreter: "3.15.0b1" is taken to meet ">=3.15" here, and readers of
  /// locks that compare to the letter would refuse it.
  std::string requires_python(const Candidate& chosen) const {
    const auto* metadata = around_.knowledge.metadata(chosen.index, *chosen.file);
    const auto set = metadata
                         ? metadata->requires_python
                         : python::parse_requires_python(chosen.file->requires_python).value_or(python::SpecifierSet{});
    return set.contains(around_.request.python_version) ? set.to_text() : "";
  }

  void add_step(const python::PackageName& name, const Candidate& chosen) {
    const auto* before = around_.installed.find(name);
    plan::Step step;
    step.name = name;
    step.from = before ? before->version.text() : "";
    step.to = chosen.unnamed ? "" : chosen.version.text();
    step.requested = is_root(name) || (before && before->requested);
    if (chosen.installed) {
      step.action = plan::Step::Action::Keep;
    } else {
      step.action = before ? plan::Step::Action::Replace : plan::Step::Action::Add;
      if (chosen.file) {
        step.wheel = plan::Wheel{*chosen.file, chosen.direct ? "" : chosen.index, part_of_index(name, chosen), chosen.direct};
        step.wheel->index_url = index_url(name, chosen, step.wheel->part);
        step.wheel->requires_python = requires_python(chosen);
        plan_.download_bytes += chosen.file->size.value_or(0);
      }
      if (before) {
        // A framework brings dozens of packages of its own, which go with it; what others needed may be used by anybody.
        (around_.catalog.family_of(name.text()) ? replaced_ : gone_on_).insert(name);
        step.reason = why_it_moves(*before, solver_, universe_, around_);
        if (chosen.unnamed)
          note_unnamed(*before, step.reason);
        else if (chosen.version < before->version)
          note_step_back(name, step);
      }
    }
    plan_.steps.push_back(std::move(step));
  }

  void note_step_back(const python::PackageName& name, const plan::Step& step) {
    if (is_root(name) || universe_.is_framework(chosen_.at(name).id)) return;
    plan_.notes.push_back(fmt::format("{} goes back from {} to {}: nothing newer goes with the rest", name.text(), step.from, step.to));
  }

  /// From manifests alone it can be told that a package has to move, not always where to.
  void note_unnamed(const InstalledPackage& package, const std::string& reason) {
    plan_.notes.push_back(fmt::format("{} {} cannot stay{}. Which version of it goes with the rest only an index knows: "
                                      "kenv fix asks, and drops it with --allow-remove if there is none",
                                      package.name.text(), package.version.text(), reason.empty() ? "" : ": " + reason));
  }

  void add_removal(const python::PackageName& name) {
    const auto* before = around_.installed.find(name);
    if (!before) return;
    plan::Step step;
    step.action = plan::Step::Action::Remove;
    step.name = name;
    step.from = before->version.text();
    if (around_.scope.is_dropped(name)) step.reason = why_it_moves(*before, solver_, universe_, around_);
    plan_.steps.push_back(std::move(step));
  }

  void add_leftovers() {
    if (around_.request.purpose == Request::Purpose::Create) return;
    std::set<python::PackageName> used, gone = around_.request.removed;
    for (const auto& name : around_.scope.dropped()) gone.insert(name);
    for (const auto& [name, chosen] : chosen_) {
      used.insert(name);
      gone.erase(name);
    }
    for (const auto& name : gone) add_removal(name);
    replaced_.insert(around_.scope.dropped().begin(), around_.scope.dropped().end());
    for (const auto& name : around_.scope.dropped()) {
      if (gone.contains(name))
        plan_.notes.push_back(removal_note(name));
      used.insert(name);
    }
    const auto leftovers = around_.installed.leftovers(used, replaced_);
    for (const auto& name : leftovers.removed) add_removal(name);
    for (const auto& name : leftovers.kept) {
      const auto* package = around_.installed.find(name);
      plan_.steps.push_back(
          {plan::Step::Action::Keep, name, package->version.text(), package->version.text(), {}, package->requested});
    }
    gone.insert(gone_on_.begin(), gone_on_.end());
    note_orphans(used, gone);
  }

  /// What only a removed or replaced package needed stays, as with other installers: somebody may use it without having said so.
  void note_orphans(const std::set<python::PackageName>& used, const std::set<python::PackageName>& gone) {
    const auto before = around_.installed.leftovers(used, replaced_), after = around_.installed.leftovers(used, gone);
    std::vector<std::string> names;
    for (const auto& name : after.removed)
      if (!before.removed.contains(name)) names.push_back(name.text());
    if (!names.empty()) plan_.notes.push_back("nothing needs these any more, and they are left: " + text::join(names, " "));
  }

  std::string removal_note(const python::PackageName& name) const {
    std::string note = fmt::format("{} is removed: no version of it goes with the rest", name.text());
    const auto* extension = around_.catalog.extension(name.text());
    return extension ? fmt::format("{}; to compile it for the new build: {}", note, extension->rebuild) : note;
  }

  void add_choices() {
    // Frameworks before their companions, and what changes before what stays.
    std::vector<std::pair<std::tuple<int, int, python::PackageName>, const Candidate*>> order;
    for (const auto& [name, chosen] : chosen_) {
      if (!universe_.is_framework(chosen.id)) continue;
      const Candidate& one = candidate(chosen);
      plan_.guard.constraints.push_back(fmt::format("{}=={}", name.text(), one.version.text()));
      if (!around_.catalog.framework(name.text())) continue;
      order.push_back({{universe_.decision_class(chosen.id), one.installed ? 1 : 0, name}, &one});
    }
    std::ranges::sort(order, {}, [](const auto& entry) { return entry.first; });
    for (const auto& [key, chosen] : order) add_choice(std::get<2>(key), *chosen);
  }

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
          fmt::format("{}: no manifest knows what this build carries; kenv measures it before it is switched on, other installers do not",
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

  /// A nightly that was asked for is what the user wants; any other one is a bridge to the first stable build that serves.
  void note_nightly(const python::PackageName& name, const Candidate& chosen, plan::Choice& choice) {
    const std::string day = build_day(chosen.version);
    const std::string what = fmt::format("{} is a nightly build{}", to_text(name, chosen), day.empty() ? "" : " of " + day);
    const bool asked = around_.request.nightly || std::ranges::any_of(around_.request.roots, [&](const auto& root) {
                         return root.name == name && root.specifier.names_prerelease();
                       });
    if (asked) {
      plan_.notes.push_back(what + ", as asked for");
      return;
    }
    std::vector<std::string> gpus;
    for (const auto& gpu : around_.request.gpus) gpus.push_back(gpu_text(gpu));
    choice.bridge = {day, fmt::format("no stable build serves {}", gpus.empty() ? "this request" : text::join(gpus, " and "))};
    if (universe_.decision_class(*universe_.find(name)) == 0)
      plan_.notes.push_back(fmt::format("{}: {}; `kenv fix --check` says when one does", what, choice.bridge->reason));
  }

  /// What is known about the GPUs themselves and no rule can decide.
  void note_gpus(const python::PackageName& name, const Candidate& chosen) {
    if (chosen.installed || universe_.decision_class(*universe_.find(name)) != 0) return;
    for (const auto& gpu : around_.request.gpus) {
      if (gpu::is_tegra(gpu.capability))
        plan_.notes.push_back(fmt::format("{} is a Tegra part, on which code for other GPUs of its generation mostly runs "
                                          "and is not promised to: the launch test decides",
                                          gpu_text(gpu)));
      const auto* model = around_.catalog.gpu_named(gpu.name);
      const auto& driver = around_.request.driver;
      if (model && model->first_driver && driver && *driver < *model->first_driver)
        plan_.notes.push_back(fmt::format("{} is known to be served from driver {} on; this machine has {}", gpu_text(gpu),
                                          model->first_driver->text(), driver->text()));
    }
  }

  std::string needed_driver(const manifest::Build& build) const {
    if (is_cpu_build(build)) return {};
    auto floor = build.needs_driver;
    if (!floor && build.cuda) floor = around_.catalog.cuda.floor_for(*build.cuda, around_.request.os);
    return floor ? floor->text() : "";
  }

  /// Builds that would have been preferred but stand on an index that the user left out.
  void note_left_out_indexes() {
    for (const auto& [name, chosen] : chosen_) {
      if (!universe_.is_framework(chosen.id) || candidate(chosen).installed) continue;
      const auto& candidates = universe_.list(chosen.id).candidates;
      for (std::size_t i = 0; i < chosen.index; ++i)
        if (!candidates[i].eligible() && candidates[i].rejections.front().rule == "index" &&  // and nothing else
            around_.request.without_index.contains(candidates[i].index)) {
          plan_.notes.push_back(fmt::format("{} would come first, but index {} is left out",
                                            to_text(name, candidates[i]), candidates[i].index));
          break;
        }
    }
  }

  const Solver& solver_;
  Universe& universe_;
  const Surroundings& around_;
  std::map<python::PackageName, Chosen> chosen_;
  std::set<python::PackageName> replaced_;  ///< of frameworks: what only they needed goes
  std::set<python::PackageName> gone_on_;   ///< others that have another version now
  plan::Plan plan_;
};

}  // namespace

plan::Plan plan_of(const Solver& solver, Universe& universe, const Surroundings& around) {
  return Planner(solver, universe, around).plan();
}

}  // namespace kenv::resolvers
