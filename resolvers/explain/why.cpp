// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "python/location.hpp"
#include "resolvers/builds/coverage.hpp"
#include "resolvers/builds/installed_build.hpp"
#include "resolvers/explain/answers.hpp"
#include "resolvers/explain/unasked.hpp"
#include "resolvers/explain/verdicts.hpp"

namespace kenv::resolvers {
namespace {

class Story {
 public:
  Story(const EndedSearch& search, PackageId id, std::size_t chosen, plan::Explanation& out)
      : search_(search), around_(search.around), list_(search.universe.list(id)), id_(id), chosen_(chosen), out_(out) {}

  void tell() {
    out_.answer = "chosen";
    headline();
    if (search_.universe.is_framework(id_) && (around_.catalog.framework(list_.name.text()) || build())) {
      coverage();
      driver();
      evidence();
    }
    demands();
    passed_over();
    next_in_line();
  }

 private:
  const Candidate& choice() const { return list_.candidates[chosen_]; }
  const manifest::Build* build() const { return choice().build; }
  bool is_framework() const { return search_.universe.is_framework(id_); }
  void say(std::string sentence) { out_.sentences.push_back(std::move(sentence)); }

  void headline() {
    const Candidate& one = choice();
    const std::string name = to_text(list_.name, one);
    if (one.installed) return say(name + " stays: it is what is installed, and nothing speaks against it.");
    if (!around_.request.locked.empty()) return say(name + " is chosen: it is what the lock names.");
    if (one.direct)
      return say(fmt::format("{} is chosen: it is {} as named by {}.", name, python::without_secrets(one.file->url),
                             around_.scope.file_of(list_.name)->by));
    say(fmt::format("{} is chosen, from index {}{}.", name, one.index, reason()));
  }

  /// What the ladder looks for first, in the words of the purpose.
  std::string reason() const {
    const Candidate& one = choice();
    if (!is_framework()) return place_among_versions();
    if (const auto context = ranking_of(list_.name, around_); context.repairing) {
      const auto order = one.version.without_local() <=> context.repairing->without_local();
      return order == 0  ? ": the smallest change, the version that is installed in another build"
             : order > 0 ? fmt::format(": the smallest change, the nearest version above the installed {}",
                                       context.repairing->text())
                         : fmt::format(": no newer version serves, and it is the nearest below the installed {}",
                                       context.repairing->text());
    }
    if (channel_of(one) == manifest::Channel::Nightly)
      return around_.request.nightly ? ": nightly builds were asked for" : ": no stable build serves";
    return ": it is of the newest stable version that serves what there is";
  }

  std::string place_among_versions() const {
    const Candidate& one = choice();
    const std::string newest =
        one.version.is_prerelease() ? ": it is the newest version" : ": it is the newest stable version";
    std::size_t newer = 0, usable = 0;
    for (const auto& other : list_.candidates) {
      if (other.version <= one.version || (other.version.is_prerelease() && !one.version.is_prerelease())) continue;
      ++newer;
      if (other.eligible()) ++usable;
    }
    return newest + (newer == 0 ? " there is" : usable == 0 ? " that can be used here" : " that goes with the rest");
  }

  void coverage() {
    if (around_.request.gpus.empty()) return say("No GPU is known, so no build was held against one.");
    if (!build() || !build()->has_gpu_code())
      return say("What GPU code it carries is not known beforehand; it is measured before it is switched on.");
    for (const auto& gpu : around_.request.gpus) {
      const auto found = coverage_of(*build(), gpu, around_.request, around_.catalog);
      const std::string target = found.target;
      std::string how =
          found.main == gpu::Coverage::Native
              ? fmt::format("runs its {} code as it is", target)
              : fmt::format("is served by its {} PTX, which the driver compiles when it is loaded", target);
      if (found.main == gpu::Coverage::None) how = "is not served by it";
      std::vector<std::string> holes;
      for (const auto& hole : found.uncovered) holes.push_back(hole.library);
      if (!holes.empty())
        how += fmt::format("; {} has no code for it, and what needs that fails", text::join(holes, ", "));
      say(fmt::format("{}, compute capability {}, {}.", gpu_text(gpu), gpu.capability.text(), how));
    }
  }

  void driver() {
    if (!build() || is_cpu_build(*build())) return;
    const auto floor = around_.catalog.cuda.floor_for(*build(), around_.request.os);
    if (!floor) return;
    const auto& present = around_.request.driver;
    say(fmt::format("It needs driver {} or newer{}; {}.", floor->text(),
                    build()->cuda ? fmt::format(" (CUDA {})", build()->cuda->text()) : "",
                    present ? "this machine has " + present->text() : "which one there is, is not known"));
  }

  void evidence() {
    if (build())
      say(fmt::format("What it carries is {}.", plan::to_text(build()->evidence)));
    else if (!choice().installed && search_.universe.decision_class(id_) == 0)
      say("No manifest knows this file: it is ranked behind those that are known, and measured before it is switched "
          "on.");
  }

  void demands() {
    out_.demands = demands_on(search_, list_.name);
    if (out_.demands.empty()) return;
    std::vector<std::string> parts;
    for (const auto& demand : out_.demands) parts.push_back(fmt::format("{} ({})", demand.by, demand.requirement));
    say(fmt::format("Asked for or bounded by: {}.", text::join(parts, "; ")));
  }

  void passed_over() {
    out_.verdicts = first_verdicts(search_, id_, [&](std::size_t i) { return i < chosen_; });
    if (out_.verdicts.empty()) {
      if (list_.candidates.size() > 1) say("Nothing that there is comes before it.");
      return;
    }
    say("Passed over, although it would come first:");
    for (const auto& sentence : summed_up(out_.verdicts)) say("  " + sentence);
  }

  void next_in_line() {
    for (std::size_t i = chosen_ + 1; i < list_.candidates.size(); ++i) {
      const Candidate& next = list_.candidates[i];
      if (!next.eligible()) continue;
      if (!is_framework()) return;
      return say(fmt::format("Next in line is {}; {} comes before it because {}.", to_text(list_.name, next),
                             to_text(list_.name, choice()),
                             preference(choice(), next, ranking_of(list_.name, around_))));
    }
  }

  const EndedSearch& search_;
  const Surroundings& around_;
  const CandidateList& list_;
  PackageId id_;
  std::size_t chosen_;
  plan::Explanation& out_;
};

void tell_failure(const EndedSearch& search, PackageId id, plan::Explanation& out) {
  out.answer = "unsolved";
  const CandidateList& list = search.universe.list(id);
  out.sentences.push_back(fmt::format("Nothing was chosen for {}: the request cannot be met.", list.name.text()));
  out.verdicts = first_verdicts(search, id, [](std::size_t) { return true; });
  for (const auto& sentence : summed_up(out.verdicts)) out.sentences.push_back("  " + sentence);
  for (const auto line : text::lines(search.proof)) out.sentences.emplace_back(line);
}

}  // namespace

Result<plan::Explanation> why(const EndedSearch& search, std::string_view package) {
  auto name = python::PackageName::parse(text::trim(package));
  if (!name)
    return refuse(fmt::format("\"{}\" is not the name of a package", package), {}, "--why takes a name: --why torch");
  plan::Explanation out{"why", std::string(package), {}, {}, {}, {}};
  const auto id = search.universe.find(*name);
  const auto chosen = id ? search.chosen(*id) : std::nullopt;
  if (chosen) {
    Story(search, *id, *chosen, out).tell();
  } else if (id && !search.solved) {
    tell_failure(search, *id, out);
  } else {
    out.answer = search.solved ? "not-involved" : "unsolved";
    out.sentences.push_back(why_unasked(search, *name));
    if (!search.solved)
      for (const auto line : text::lines(search.proof)) out.sentences.emplace_back(line);
  }
  return out;
}

}  // namespace kenv::resolvers
