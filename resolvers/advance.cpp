// SPDX-License-Identifier: Apache-2.0
#include "resolvers/advance.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.hpp"
#include "resolvers/builds/companions.hpp"
#include "resolvers/builds/index_part.hpp"
#include "resolvers/constraints.hpp"
#include "resolvers/dependencies/solver.hpp"
#include "resolvers/explain/advice.hpp"
#include "resolvers/explain/answers.hpp"
#include "resolvers/explain/driver_advice.hpp"
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
    const auto bind = [&](const std::vector<python::Requirement>& requirements, const char* whose) {
      for (const auto& one : requirements)
        if (!one.url.empty() && applies(one, request))
          around.scope.bind_file(one.name, {one.url, whose + around.stated_at(one)});
    };
    bind(request.overrides, "the override");
    std::vector<python::Requirement> wishes = request.roots;
    std::erase_if(wishes, [&](const auto& one) { return is_overridden(one.name, request); });
    bind(wishes, "you");
    bind(request.constraints, "the constraint");
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
  std::optional<Progress> conclude_supposing();
  std::optional<Progress> give_up();
  bool widen();
  std::optional<python::PackageName> blocker() const;
  EndedSearch ended() const;
  NoSolution unreachable(const std::pair<std::string, std::string>& index);
  NoSolution no_solution(std::string explanation, std::string blocked_by);
  std::optional<std::string> blocking_index(bool solved) const;

  const Request request;
  Surroundings around;
  std::unique_ptr<Search> search;
  std::string why_none;  ///< after the end: why there is no plan; empty if there is one

  /// There is no plan as things are. The search goes on as if the user had agreed to drop what blocks it, in order to
  /// say what that would bring; what has failed is kept for those who ask about it.
  struct Refused {
    NoSolution answer;
    std::unique_ptr<Search> search;
    Scope scope;  ///< before anything was supposed to go
  };
  std::optional<Refused> refused;
  bool may_drop() const { return request.allow_remove || refused.has_value(); }
  Progress take_back(std::vector<Offer> offers);
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
  if (const auto& failed = search->universe.unreachable()) {
    if (refused) return take_back({});
    return unreachable(*failed);
  }
  if (const auto& silent = around.knowledge.silent()) {
    if (refused) return take_back({});
    return no_solution(fmt::format("metadata of {}: {}", silent->need.file.filename, silent->reason),
                       silent->need.index);
  }
  search->universe.look_ahead(search->solver);
  const bool widened = around.scope.take_changed();
  if (widened) search.reset();
  if (around.knowledge.waiting()) return around.knowledge.open();
  if (widened) return std::nullopt;
  return no_solution("the search stopped without a reason: this is a fault of kenv", {});
}

std::optional<Progress> Resolution::State::conclude() {
  if (refused) return conclude_supposing();
  if (const auto& failed = search->universe.unreachable()) return unreachable(*failed);
  const auto uninvited = uninvited_prereleases(search->solver, search->universe, around);
  if (!uninvited.empty() && !around.scope.admits_prereleases()) {
    for (const auto& name : uninvited) around.scope.keep_stable(name);
    around.scope.take_changed();
    search.reset();
    return std::nullopt;
  }
  if (const auto index = blocking_index(true))
    return no_solution(
        fmt::format("index {} gives no usable answer, and a build that it should have would be preferred", *index),
        *index);
  why_none.clear();
  plan::Plan plan = plan_of(search->solver, search->universe, around);
  for (const auto& name : uninvited)
    plan.notes.push_back(fmt::format("{} is a pre-release: no stable version of it goes with the rest", name.text()));
  return plan;
}

/// The search has failed with what is in sight. Installed packages that stand in the way may move, or go with consent.
bool Resolution::State::widen() {
  const auto& solver = search->solver;
  for (std::size_t index : proof_of(solver, solver.failure()))
    for (const auto& term : solver.incompatibility(index).terms) {
      if (term.package == 0) continue;
      const CandidateList& list = search->universe.list(term.package);
      if (list.page_unread) around.scope.let_move(list.name);
    }
  if (around.scope.take_changed()) return true;
  around.scope.admit_prereleases();
  if (around.scope.take_changed()) return true;
  if (!may_drop()) return false;
  if (const auto dropped = blocker()) around.scope.drop(*dropped);
  return around.scope.take_changed();
}

/// An installed package that takes part in the conflict and that nobody has asked for just now.
std::optional<python::PackageName> Resolution::State::blocker() const {
  std::optional<python::PackageName> found;
  const auto& solver = search->solver;
  for (std::size_t index : proof_of(solver, solver.failure()))
    for (const auto& term : solver.incompatibility(index).terms) {
      if (term.package == 0 || search->universe.is_framework(term.package)) continue;
      const CandidateList& list = search->universe.list(term.package);
      const bool asked = std::ranges::any_of(request.roots, [&](const auto& root) { return root.name == list.name; });
      const bool installed = !list.candidates.empty() && list.candidates.front().installed;
      if (installed && !asked && (!found || list.name < *found)) found = list.name;
    }
  return found;
}

std::optional<Progress> Resolution::State::give_up() {
  if (widen()) {
    search.reset();
    return std::nullopt;
  }
  if (refused) return take_back({});
  std::string explanation = explain(search->solver, search->solver.failure(), search->universe);
  if (const auto serving = who_serves_whom(search->universe, request); !serving.empty())
    explanation = serving + "\n" + explanation;
  const std::string newer_driver = driver_advice(search->universe, request, around.catalog);
  if (const auto& failed = search->universe.unreachable(); failed && newer_driver.empty())
    return no_solution(std::move(explanation), failed->first);
  NoSolution none = no_solution(std::move(explanation), blocking_index(false).value_or(""));
  const Grounds grounds = grounds_of(search->solver, search->universe, request);
  none.projects = grounds.projects;
  none.left_out = grounds.left_out;
  // Without an answer of every index that was asked, "nothing fits" is not known; unless no index can help.
  if (none.blocked_by_index.empty() && newer_driver.empty())
    none.blocked_by_index = around.knowledge.unreachable_index();
  if (!newer_driver.empty()) {
    none.hint = newer_driver;
  } else if (none.rejections.empty()) {
    Advice helps = advice(grounds, request);
    none.hint = std::move(helps.text);
    none.look_elsewhere = helps.look_elsewhere;
    if (!request.without_index.contains(request.default_index)) none.asked = request.default_index;
  }
  none.offers = masks(search->universe, request);
  const auto dropped = none.blocked_by_index.empty() ? blocker() : std::nullopt;
  if (!dropped) return none;
  refused = Refused{std::move(none), std::move(search), around.scope};
  around.scope.drop(*dropped);
  around.scope.take_changed();
  return std::nullopt;
}

std::optional<Progress> Resolution::State::conclude_supposing() {
  std::vector<std::string> names, commands, builds;
  for (const auto& name : around.scope.dropped()) {
    const auto* installed = around.installed.find(name);
    names.push_back(fmt::format("{} {}", name.text(), installed ? installed->version.text() : ""));
    if (const auto* extension = around.catalog.extension(name.text())) commands.push_back(extension->rebuild);
  }
  for (PackageId id = 1; id < search->solver.packages(); ++id)
    if (const auto chosen = search->solver.chosen(id);
        chosen && search->universe.is_framework(id) && !search->universe.is_extra(id))
      builds.push_back(to_text(search->universe.list(id).name, search->universe.list(id).candidates[*chosen]));
  std::string text = fmt::format("with --allow-remove {} would go, and {} would be possible",
                                 text::join(names, " and "), builds.empty() ? "the rest" : text::join(builds, ", "));
  if (!commands.empty()) text += fmt::format("; afterwards it can be compiled again: {}", text::join(commands, " && "));
  return take_back({{"allow-remove", std::move(text), std::move(commands)}});
}

/// Ends the supposition: the answer is that there is no plan, with what the supposition has brought to light.
Progress Resolution::State::take_back(std::vector<Offer> offers) {
  search = std::move(refused->search);
  around.scope = std::move(refused->scope);
  around.knowledge.forget_silence();
  NoSolution answer = std::move(refused->answer);
  refused.reset();
  answer.offers.insert(answer.offers.begin(), std::make_move_iterator(offers.begin()),
                       std::make_move_iterator(offers.end()));
  return answer;
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

NoSolution Resolution::State::unreachable(const std::pair<std::string, std::string>& index) {
  return no_solution(fmt::format("index {} gives no usable answer: {}", request.shown_index(index.first), index.second),
                     index.first);
}

NoSolution Resolution::State::no_solution(std::string explanation, std::string blocked_by) {
  NoSolution result;
  why_none = explanation;
  if (search) result.rejections = rejections(search->universe, search->solver, false);
  result.explanation = std::move(explanation);
  result.blocked_by_index = std::move(blocked_by);
  return result;
}

EndedSearch Resolution::State::ended() const {
  return {search->universe, search->solver, around, why_none.empty(), why_none};
}

Resolution::Resolution(Request request, const manifest::Catalog& catalog)
    : state_(std::make_unique<State>(std::move(request), catalog)) {}
Resolution::~Resolution() = default;
Resolution::Resolution(Resolution&&) noexcept = default;

const Request& Resolution::request() const { return state_->request; }

Progress Resolution::advance() {
  // Whatever was asked is awaited whole: so the course of the search does not depend on the order of answers.
  while (true) {
    if (state_->around.knowledge.waiting()) return state_->around.knowledge.open();
    if (auto progress = state_->go_on()) return *std::move(progress);
  }
}

std::optional<MetadataAnswer> Resolution::metadata_of(const plan::Wheel& wheel) const {
  const NeedMetadata need{wheel.direct ? kDirectIndex : wheel.index, wheel.file};
  const auto* metadata = state_->around.knowledge.metadata(need.index, need.file);
  return metadata ? std::optional(MetadataAnswer{need, *metadata}) : std::nullopt;
}

Result<plan::Explanation> Resolution::why(std::string_view package) const {
  if (!state_->search) return refuse("nothing was looked at: the resolution ended before its search");
  return resolvers::why(state_->ended(), package);
}

Result<plan::Explanation> Resolution::why_not(std::string_view subject) const {
  if (!state_->search) return refuse("nothing was looked at: the resolution ended before its search");
  return resolvers::why_not(state_->ended(), subject);
}

void Resolution::answer(Answer answer) {
  const auto* metadata = std::get_if<MetadataAnswer>(&answer);
  const bool corrected = metadata && state_->around.knowledge.metadata(metadata->need.index, metadata->need.file);
  if (corrected || std::holds_alternative<CandidateFailed>(answer)) state_->search.reset();
  state_->around.knowledge.learn(std::move(answer));
}

}  // namespace kenv::resolvers
