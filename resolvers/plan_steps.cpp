// SPDX-License-Identifier: Apache-2.0
#include "resolvers/plan_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "resolvers/builds/index_part.hpp"
#include "resolvers/explain/moved.hpp"
#include "resolvers/needed_where.hpp"

namespace kenv::resolvers {
namespace {

class Steps {
 public:
  Steps(plan::Plan& plan, const Solution& solution, const Solver& solver, Universe& universe,
        const Surroundings& around)
      : plan_(plan), solution_(solution), solver_(solver), universe_(universe), around_(around) {}

  void add() {
    const auto markers = needed_where(solver_, universe_);
    for (const auto& [name, chosen] : solution_.packages()) {
      add_step(name, solution_.candidate(chosen));
      if (const auto marker = markers.find(name); marker != markers.end()) plan_.steps.back().marker = marker->second;
    }
    add_leftovers();
    std::ranges::sort(plan_.steps, {}, [](const plan::Step& step) { return step.name; });
  }

 private:
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
    step.from = before ? before->version_text() : "";
    step.to = chosen.unnamed ? "" : chosen.version.text();
    step.requested = is_root(name) || (before && before->requested);
    if (chosen.installed) {
      step.action = plan::Step::Action::Keep;
    } else {
      step.action = before ? plan::Step::Action::Replace : plan::Step::Action::Add;
      if (chosen.file) {
        step.wheel =
            plan::Wheel{*chosen.file, chosen.direct ? "" : chosen.index, part_of_index(name, chosen), chosen.direct};
        step.wheel->index_url = index_url(name, chosen, step.wheel->part);
        step.wheel->requires_python = requires_python(chosen);
        plan_.download_bytes += chosen.file->size.value_or(0);
      }
      if (before) {
        // A framework brings dozens of packages of its own, which go with it; what others needed may be used by
        // anybody.
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
    if (is_root(name) || universe_.is_framework(solution_.of(name).id)) return;
    plan_.notes.push_back(
        fmt::format("{} goes back from {} to {}: nothing newer goes with the rest", name.text(), step.from, step.to));
  }

  /// From manifests alone it can be told that a package has to move, not always where to.
  void note_unnamed(const InstalledPackage& package, const std::string& reason) {
    plan_.notes.push_back(
        fmt::format("{} {} cannot stay{}. Which version of it goes with the rest only an index knows: "
                    "kenv fix asks, and drops it with --allow-remove if there is none",
                    package.name.text(), package.version_text(), reason.empty() ? "" : ": " + reason));
  }

  void add_removal(const python::PackageName& name) {
    const auto* before = around_.installed.find(name);
    if (!before) return;
    plan::Step step;
    step.action = plan::Step::Action::Remove;
    step.name = name;
    step.from = before->version_text();
    if (around_.scope.is_dropped(name)) step.reason = why_it_moves(*before, solver_, universe_, around_);
    plan_.steps.push_back(std::move(step));
  }

  void add_leftovers() {
    if (around_.request.purpose == Request::Purpose::Create) return;
    std::set<python::PackageName> used, gone = around_.request.removed;
    for (const auto& name : around_.scope.dropped()) gone.insert(name);
    for (const auto& [name, chosen] : solution_.packages()) {
      used.insert(name);
      gone.erase(name);
    }
    for (const auto& name : gone) add_removal(name);
    replaced_.insert(around_.scope.dropped().begin(), around_.scope.dropped().end());
    for (const auto& name : around_.scope.dropped()) {
      if (gone.contains(name)) plan_.notes.push_back(removal_note(name));
      used.insert(name);
    }
    const auto leftovers = around_.installed.leftovers(used, replaced_);
    for (const auto& name : leftovers.removed) add_removal(name);
    for (const auto& name : leftovers.kept) {
      const auto* package = around_.installed.find(name);
      plan_.steps.push_back(
          {plan::Step::Action::Keep, name, package->version_text(), package->version_text(), {}, package->requested});
    }
    gone.insert(gone_on_.begin(), gone_on_.end());
    note_orphans(used, gone);
  }

  /// What only a removed or replaced package needed stays, as with other installers: somebody may use it without having
  /// said so.
  void note_orphans(const std::set<python::PackageName>& used, const std::set<python::PackageName>& gone) {
    const auto before = around_.installed.leftovers(used, replaced_), after = around_.installed.leftovers(used, gone);
    std::vector<std::string> names;
    for (const auto& name : after.removed)
      if (!before.removed.contains(name)) names.push_back(name.text());
    if (!names.empty())
      plan_.notes.push_back("nothing needs these any more, and they are left: " + text::join(names, " "));
  }

  std::string removal_note(const python::PackageName& name) const {
    std::string note = fmt::format("{} is removed: no version of it goes with the rest", name.text());
    const auto* extension = around_.catalog.extension(name.text());
    return extension ? fmt::format("{}; to compile it for the new build: {}", note, extension->rebuild) : note;
  }

  plan::Plan& plan_;
  const Solution& solution_;
  const Solver& solver_;
  Universe& universe_;
  const Surroundings& around_;
  std::set<python::PackageName> replaced_;  ///< of frameworks: what only they needed goes
  std::set<python::PackageName> gone_on_;   ///< others that have another version now
};

}  // namespace

void add_steps(plan::Plan& plan, const Solution& solution, const Solver& solver, Universe& universe,
               const Surroundings& around) {
  Steps(plan, solution, solver, universe, around).add();
}

}  // namespace kenv::resolvers
