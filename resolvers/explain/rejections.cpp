// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/rejections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "base/text.hpp"
#include "resolvers/builds/coverage.hpp"
#include "resolvers/explain/candidate_groups.hpp"

namespace kenv::resolvers {
namespace {

/// Collects what failed in the same way under one heading, in the order of the first of each.
class Grouping {
 public:
  void add(const python::PackageName& name, const Candidate& candidate, const plan::Rejection& rejection) {
    const auto key =
        std::tuple(name, candidate.variant, candidate.index, rejection.rule, rejection.gpu, rejection.reason);
    const auto [place, added] = places_.try_emplace(key, groups_.size());
    if (added) groups_.emplace_back(rejection, CandidateGroup(name, candidate));
    groups_[place->second].second.add(candidate);
  }

  std::vector<plan::Rejection> take() {
    std::vector<plan::Rejection> result;
    for (auto& [rejection, group] : groups_) {
      rejection.candidate = group.text();
      result.push_back(std::move(rejection));
    }
    return result;
  }

 private:
  std::vector<std::pair<plan::Rejection, CandidateGroup>> groups_;
  std::map<std::tuple<python::PackageName, std::string, std::string, std::string, std::optional<int>, std::string>,
           std::size_t>
      places_;
};

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
        grouping.add(list.name, candidate, {{}, "dependencies", {}, text::one_line(explain(solver, *cause, universe))});
    }
  }
  return grouping.take();
}

namespace {

/// A GPU and the best build against which only other GPUs speak, or none.
struct Service {
  const TargetGpu* gpu = nullptr;
  const Candidate* build = nullptr;
  const python::PackageName* name = nullptr;
};

/// For each framework of which no build serves all GPUs: what each GPU would have.
std::vector<Service> services(const Universe& universe, const Request& request) {
  std::vector<Service> found;
  if (request.gpus.size() < 2) return found;
  for (PackageId id = 1; id < universe.size(); ++id) {
    if (universe.decision_class(id) != 0 || universe.is_extra(id)) continue;
    const CandidateList& list = universe.list(id);
    const bool common = std::ranges::any_of(list.candidates, [](const Candidate& one) { return one.eligible(); });
    if (common || list.candidates.empty()) continue;
    for (const auto& gpu : request.gpus) {
      const auto best = std::ranges::find_if(list.candidates, [&](const Candidate& one) {
        return std::ranges::all_of(one.rejections, [&](const auto& r) { return r.gpu && *r.gpu != gpu.index; });
      });
      found.push_back({&gpu, best == list.candidates.end() ? nullptr : &*best, &list.name});
    }
  }
  return found;
}

}  // namespace

std::string who_serves_whom(const Universe& universe, const Request& request) {
  std::vector<std::string> sentences;
  const python::PackageName* framework = nullptr;
  for (const auto& [gpu, build, name] : services(universe, request)) {
    if (name != framework) sentences.push_back(fmt::format("No build of {} serves all of these GPUs.", name->text()));
    framework = name;
    sentences.push_back(build ? fmt::format("{} would be served by {}, in an environment and programs that {} lets see "
                                            "nothing else.",
                                            gpu_text(*gpu), to_text(*name, *build), mask_of(*gpu))
                              : fmt::format("{} is served by none.", gpu_text(*gpu)));
  }
  return text::join(sentences, " ");
}

std::vector<Offer> masks(const Universe& universe, const Request& request) {
  std::vector<Offer> offers;
  for (const auto& [gpu, build, name] : services(universe, request))
    if (build)
      offers.push_back({"mask",
                        fmt::format("an environment for {} alone can have {}: set {} for kenv and for what runs in it",
                                    gpu_text(*gpu), to_text(*name, *build), mask_of(*gpu)),
                        {mask_of(*gpu)}});
  return offers;
}

std::string mask_of(const TargetGpu& gpu) {
  // CUDA counts by speed unless told otherwise; kenv counts as the bus does. A UUID means the same to everybody.
  if (!gpu.uuid.empty()) return "CUDA_VISIBLE_DEVICES=" + gpu.uuid;
  return fmt::format("CUDA_DEVICE_ORDER=PCI_BUS_ID CUDA_VISIBLE_DEVICES={}", gpu.index);
}

}  // namespace kenv::resolvers
