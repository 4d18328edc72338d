// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/rejections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.hpp"
#include "resolvers/builds/coverage.hpp"

namespace kenv::resolvers {
namespace {

/// Collects what failed in the same way under one heading, in the order of the first of each.
class Grouping {
 public:
  void add(const python::PackageName& name, const Candidate& candidate, const plan::Rejection& rejection) {
    const auto key =
        std::tuple(name, candidate.variant, candidate.index, rejection.rule, rejection.gpu, rejection.reason);
    const auto [place, added] = places_.try_emplace(key, groups_.size());
    if (added) groups_.push_back({name, candidate.variant, candidate.index, {}, rejection});
    auto& versions = groups_[place->second].versions;
    const std::string version = candidate.version.text();
    if (std::ranges::find(versions, version) == versions.end()) versions.push_back(version);
  }

  std::vector<plan::Rejection> take() {
    std::vector<plan::Rejection> result;
    for (auto& group : groups_) {
      group.rejection.candidate = fmt::format("{} {}", group.name.text(), text::join(group.versions, ", "));
      if (!group.variant.empty())
        group.rejection.candidate +=
            fmt::format(" ({}, {})", group.variant, group.index.empty() ? "installed" : group.index);
      else if (!group.index.empty())
        group.rejection.candidate += fmt::format(" ({})", group.index);
      result.push_back(std::move(group.rejection));
    }
    return result;
  }

 private:
  struct Group {
    python::PackageName name;
    std::string variant, index;
    std::vector<std::string> versions;
    plan::Rejection rejection;
  };
  std::vector<Group> groups_;
  std::map<std::tuple<python::PackageName, std::string, std::string, std::string, std::optional<int>, std::string>,
           std::size_t>
      places_;
};

std::string one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

}  // namespace

std::vector<plan::Rejection> rejections(const Universe& universe, const Solver& solver, bool solved) {
  Grouping grouping;
  for (PackageId id = 1; id < universe.size(); ++id) {
    if (!universe.is_framework(id) || universe.is_extra(id)) continue;
    if (solved && universe.decision_class(id) != 0) continue;  // a companion follows its framework
    const CandidateList& list = universe.list(id);
    const auto chosen = solved ? solver.chosen(id) : std::nullopt;
    for (std::size_t i = 0; i < list.candidates.size(); ++i) {
      const Candidate& candidate = list.candidates[i];
      for (const auto& rejection : candidate.rejections)
        if (rejection.rule != "index" || candidate.rejections.size() == 1)
          grouping.add(list.name, candidate, rejection);
      if (!candidate.eligible() || !chosen || i >= *chosen || id >= solver.packages()) continue;
      if (const auto cause = solver.solution().cause_of_loss(id, i))
        grouping.add(list.name, candidate, {{}, "dependencies", {}, one_line(explain(solver, *cause, universe))});
    }
  }
  return grouping.take();
}

std::string who_serves_whom(const Universe& universe, const Request& request) {
  if (request.gpus.size() < 2) return {};
  std::vector<std::string> sentences;
  for (PackageId id = 1; id < universe.size(); ++id) {
    if (universe.decision_class(id) != 0 || universe.is_extra(id)) continue;
    const CandidateList& list = universe.list(id);
    const bool common = std::ranges::any_of(list.candidates, [](const Candidate& one) { return one.eligible(); });
    if (common || list.candidates.empty()) continue;
    sentences.push_back(fmt::format("No build of {} serves all of these GPUs.", list.name.text()));
    for (const auto& gpu : request.gpus) {
      // The best build against which only other GPUs speak.
      const auto best = std::ranges::find_if(list.candidates, [&](const Candidate& one) {
        return std::ranges::all_of(one.rejections, [&](const auto& r) { return r.gpu && *r.gpu != gpu.index; });
      });
      sentences.push_back(
          best == list.candidates.end()
              ? fmt::format("GPU {} ({}) is served by none.", gpu.index, gpu.name)
              : fmt::format("GPU {} ({}) would be served by {}.", gpu.index, gpu.name, to_text(list.name, *best)));
    }
  }
  return text::join(sentences, " ");
}

}  // namespace kenv::resolvers
