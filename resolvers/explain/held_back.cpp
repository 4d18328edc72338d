// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/held_back.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.hpp"
#include "resolvers/constraints.hpp"
#include "resolvers/dependencies/satisfying.hpp"
#include "resolvers/explain/excluded_by.hpp"

namespace kenv::resolvers {
namespace {

constexpr std::size_t kMostNotes = 3;

class HeldBack {
 public:
  HeldBack(const Solver& solver, Universe& universe, const Surroundings& around)
      : solver_(solver), universe_(universe), around_(around) {}

  std::vector<std::string> notes() {
    std::vector<std::string> notes, more;
    for (PackageId id = 1; id < solver_.packages(); ++id) {
      const auto chosen = solver_.chosen(id);
      if (!chosen || !is_meant(id, *chosen)) continue;
      const auto newest = newest_passed_over(id, *chosen);
      if (!newest) continue;
      if (notes.size() < kMostNotes)
        notes.push_back(note(id, *chosen, *newest));
      else
        more.push_back(universe_.list(id).name.text());
    }
    if (!more.empty())
      notes.push_back(fmt::format("not the newest that would do by themselves are also {} (kenv resolve --why NAME)",
                                  text::join(more, ", ")));
    return notes;
  }

 private:
  const Request& request() const { return around_.request; }

  bool is_meant(PackageId id, std::size_t chosen) const {
    if (universe_.is_extra(id)) return false;
    const python::PackageName& name = universe_.list(id).name;
    const Candidate& candidate = universe_.list(id).candidates[chosen];
    const bool asked = std::ranges::any_of(
        request().roots, [&](const auto& root) { return root.name == name && applies(root, request()); });
    const bool framework = universe_.is_framework(id) && universe_.decision_class(id) == 0;
    if (!asked && !framework) return false;
    // A companion is as old as its framework, of which it is said.
    if (universe_.is_framework(id) && !framework) return false;
    return !candidate.direct && !request().preferred.contains(name) &&
           (!candidate.installed || request().upgraded.contains(name));
  }

  /// The newest stable version that comes before the chosen one and against which no rule speaks, nor the user.
  std::optional<std::size_t> newest_passed_over(PackageId id, std::size_t chosen) {
    const CandidateList& list = universe_.list(id);
    const OwnWords wishes(list, around_);
    std::optional<std::size_t> newest;
    for (std::size_t i = 0; i < chosen; ++i) {
      const Candidate& one = list.candidates[i];
      if (!one.eligible() || one.installed || one.version.is_prerelease() ||
          one.version.without_local() <= list.candidates[chosen].version.without_local())
        continue;
      if ((newest && one.version <= list.candidates[*newest].version) || !wishes.is_asked_for(i) || unusable(id, i))
        continue;
      newest = i;
    }
    return newest;
  }

  bool is_read(const Candidate& one) const { return one.file && around_.knowledge.metadata(one.index, *one.file); }

  /// What turned out when its METADATA was read. Where nobody has read it, nothing is asked for now.
  bool unusable(PackageId id, std::size_t candidate) {
    const Candidate& one = universe_.list(id).candidates[candidate];
    if (one.file && around_.knowledge.unusable(one.index, *one.file)) return true;
    const auto required = is_read(one) ? universe_.requirements(id, candidate) : std::nullopt;
    return required && !required->unusable.empty();
  }

  std::string note(PackageId id, std::size_t chosen, std::size_t newest) {
    const CandidateList& list = universe_.list(id);
    const Candidate &taken = list.candidates[chosen], &passed = list.candidates[newest];
    return fmt::format("{}{} is not the newest: {}{} would do by itself, but {}", to_text(list.name, taken),
                       day_of(taken), to_text(list.name, passed), day_of(passed), reason(id, newest));
  }

  /// " of 2019-05-01", where the index tells it.
  static std::string day_of(const Candidate& candidate) {
    if (!candidate.file || !candidate.file->upload_time) return {};
    return " of " + candidate.file->upload_time->to_text().substr(0, 10);
  }

  std::string reason(PackageId id, std::size_t newest) {
    if (auto direct = excluded_by(id, newest, solver_, universe_, around_); !direct.empty()) return direct;
    if (auto own = by_what_it_requires(id, newest); !own.empty()) return own;
    return fmt::format("what it requires does not go with the rest (kenv resolve --why {})",
                       universe_.list(id).name.text());
  }

  std::string by_what_it_requires(PackageId id, std::size_t newest) {
    const auto required =
        is_read(universe_.list(id).candidates[newest]) ? universe_.requirements(id, newest) : std::nullopt;
    if (!required) return {};
    for (const auto& requirement : required->all)
      if (auto clause = not_met(requirement); !clause.empty()) return clause;
    return {};
  }

  std::string not_met(const python::Requirement& requirement) {
    const auto id = universe_.find(requirement.name);
    if (!id || *id >= solver_.packages()) return {};
    const CandidateList& list = universe_.list(*id);
    const StateSet allowed = satisfying(list, requirement, false);
    const auto chosen = solver_.chosen(*id);
    if (chosen && allowed.contains(*chosen)) return {};
    const std::string clause = "it requires " + bare_text(requirement) + around_.as_overridden(requirement);
    for (std::size_t i = 0; i < list.candidates.size(); ++i) {
      if (!allowed.contains(i) || !list.candidates[i].eligible()) continue;
      if (const auto by = excluded_by(*id, i, solver_, universe_, around_); !by.empty()) return clause + ", and " + by;
      if (!chosen) return {};  // nothing that was chosen needs the package, and nothing speaks against this one
      return fmt::format("{}, and {} is chosen", clause, to_text(list.name, list.candidates[*chosen]));
    }
    return clause + ", of which nothing can be had";
  }

  const Solver& solver_;
  Universe& universe_;
  const Surroundings& around_;
};

}  // namespace

std::vector<std::string> held_back(const Solver& solver, Universe& universe, const Surroundings& around) {
  const Request& request = around.request;
  // A repair stays near what there is, a lock has chosen, and what a manifest alone promises nobody has looked at.
  if (request.purpose == Request::Purpose::Fix || !request.locked.empty() || request.manifest_is_index) return {};
  return HeldBack(solver, universe, around).notes();
}

}  // namespace kenv::resolvers
