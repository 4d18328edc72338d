// SPDX-License-Identifier: Apache-2.0
#include "resolvers/advance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "resolvers/builds/companions.hpp"
#include "resolvers/builds/ladder.hpp"
#include "resolvers/dependencies/solver.hpp"
#include "resolvers/explain/proof.hpp"
#include "resolvers/explain/rejections.hpp"
#include "resolvers/plan_of.hpp"
#include "resolvers/prereleases.hpp"
#include "resolvers/surroundings.hpp"
#include "resolvers/universe.hpp"

namespace kenv::resolvers {

struct Resolution::State {
  State(Request asked, const manifest::Catalog& catalog) : request(std::move(asked)), around(request, catalog) {
    // Companions that are known to take part from the start; others are met on the way.
    for (const auto& root : request.roots)
      if (is_companion(catalog, root.name)) around.scope.meet(root.name);
    for (const auto& package : request.installed)
      if (is_companion(catalog, package.name)) around.scope.meet(package.name);
    bind_named_files();
    around.scope.take_changed();
  }

  /// Files that are asked for by address. Which are asked for by those files' own METADATA turns out on the way.
  void bind_named_files() {
    for (const auto* list : {&request.overrides, &request.roots, &request.constraints})
      for (const auto& one : *list)
        if (const auto applies = one.marker.evaluate(request.markers); !one.url.empty() && applies && *applies)
          around.scope.bind_file(one.name, one.url);
  }

  /// One search: forgotten and begun again when the scope widens, since candidate lists have changed then.
  struct Search {
    explicit Search(Surroundings& around) : universe(around), solver(universe) {}
    Universe universe;
    Solver solver;
  };

  std::optional<Progress> go_on();
  std::optional<Progress> wait();
  std::optional<Progress> conclude();
  std::optional<Progress> give_up();
  bool widen();
  NoSolution unreachable(const std::pair<std::string, std::string>& index) const;
  NoSolution no_solution(std::string explanation, std::string blocked_by) const;
  std::optional<std::string> blocking_index(bool solved) const;

  const Request request;
  Surroundings around;
  std::unique_ptr<Search> search;
};

std::optional<Progress> Resolution::State::go_on() {
  if (!search) search = std::make_unique<Search>(around);
  switch (search->solver.run()) {
    case Solver::Outcome::Waiting:
      return wait();
    case Solver::Outcome::Solved:
      return conclude();
    case Solver::Outcome::Impossible:
      return give_up();
  }
  return std::nullopt;
}

std::optional<Progress> Resolution::State::wait() {
  if (const auto& failed = search->universe.unreachable())
    return unreachable(*failed);
  search->universe.look_ahead(search->solver);
  const bool widened = around.scope.take_changed();
  if (widened) search.reset();
  if (around.knowledge.waiting()) return around.knowledge.open();
  if (widened) return std::nullopt;
  return no_solution("the search stopped without a reason: this is a fault of kenv", {});
}

std::optional<Progress> Resolution::State::conclude() {
  if (const auto& failed = search->universe.unreachable())
    return unreachable(*failed);
  const auto uninvited = uninvited_prereleases(search->solver, search->universe, around);
  if (!uninvited.empty() && !around.scope.admits_prereleases()) {
    for (const auto& name : uninvited) around.scope.keep_stable(name);
    around.scope.take_changed();
    search.reset();
    return std::nullopt;
  }
  if (const auto index = blocking_index(true))
    return no_solution(fmt::format("index {} cannot be reached, and a build that it should have would be preferred; "
                                   "--without-index {} goes on without it",
                                   *index, *index),
                       *index);
  plan::Plan plan = plan_of(search->solver, search->universe, around);
  for (const auto& name : uninvited)
    plan.notes.push_back(fmt::format("{} is a pre-release: no stable version of it goes with the rest", name.text()));
  return plan;
}

/// The search has failed with what is in sight. Installed packages that stand in the way may move, or go with consent.
bool Resolution::State::widen() {
  std::optional<python::PackageName> droppable;
  const auto& solver = search->solver;
  for (std::size_t index : proof_of(solver, solver.failure()))
    for (const auto& term : solver.incompatibility(index).terms) {
      if (term.package == 0) continue;
      const CandidateList& list = search->universe.list(term.package);
      if (list.page_unread && !request.manifest_is_index) around.scope.let_move(list.name);
      if (!list.candidates.empty() && list.candidates.front().installed &&
          !search->universe.is_framework(term.package) &&
          std::ranges::none_of(request.roots, [&](const auto& root) { return root.name == list.name; }) &&
          (!droppable || list.name < *droppable))
        droppable = list.name;
    }
  if (around.scope.take_changed()) return true;
  around.scope.admit_prereleases();
  if (around.scope.take_changed()) return true;
  if (!request.allow_remove || !droppable) return false;
  around.scope.drop(*droppable);
  return around.scope.take_changed();
}

std::optional<Progress> Resolution::State::give_up() {
  if (widen()) {
    search.reset();
    return std::nullopt;
  }
  std::string explanation = explain(search->solver, search->solver.failure(), search->universe);
  if (const auto serving = who_serves_whom(search->universe, request); !serving.empty())
    explanation = serving + "\n" + explanation;
  if (const auto& failed = search->universe.unreachable()) return no_solution(std::move(explanation), failed->first);
  return no_solution(std::move(explanation), blocking_index(false).value_or(""));
}

/// An index that could not be reached and that should hold a build better than the one chosen (than none, if there is
/// no solution): a hiccup of the network must not change somebody's framework.
std::optional<std::string> Resolution::State::blocking_index(bool solved) const {
  for (PackageId id = 1; id < search->universe.size(); ++id) {
    if (!search->universe.is_framework(id) || search->universe.is_extra(id)) continue;
    const CandidateList& list = search->universe.list(id);
    const auto chosen = solved && id < search->solver.packages() ? search->solver.chosen(id) : std::nullopt;
    if (solved && !chosen) continue;
    for (std::size_t i = 0; i < chosen.value_or(list.candidates.size()); ++i) {
      const Candidate& one = list.candidates[i];
      if (one.eligible() || one.rejections.front().rule != "index") continue;  // others speak against it too
      const IndexPart part = part_of(*around.catalog.family_of(list.name.text()), one, request);
      if (around.knowledge.unreachable({part.index, part.variant, list.name})) return one.index;
    }
  }
  return std::nullopt;
}

NoSolution Resolution::State::unreachable(const std::pair<std::string, std::string>& index) const {
  return no_solution(fmt::format("index {} cannot be reached: {}", request.shown_index(index.first), index.second),
                     index.first);
}

NoSolution Resolution::State::no_solution(std::string explanation, std::string blocked_by) const {
  NoSolution result;
  if (search) result.rejections = rejections(search->universe, search->solver, false);
  result.explanation = std::move(explanation);
  result.blocked_by_index = std::move(blocked_by);
  return result;
}

Resolution::Resolution(Request request, const manifest::Catalog& catalog)
    : state_(std::make_unique<State>(std::move(request), catalog)) {}
Resolution::~Resolution() = default;
Resolution::Resolution(Resolution&&) noexcept = default;

Progress Resolution::advance() {
  // Whatever was asked is awaited whole: so the course of the search does not depend on the order of answers.
  while (true) {
    if (state_->around.knowledge.waiting()) return state_->around.knowledge.open();
    if (auto progress = state_->go_on()) return *std::move(progress);
  }
}

void Resolution::answer(Answer answer) {
  if (std::holds_alternative<CandidateFailed>(answer)) state_->search.reset();
  state_->around.knowledge.learn(std::move(answer));
}

}  // namespace kenv::resolvers
