// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "resolvers/constraints.hpp"

namespace kenv::resolvers {
namespace {

constexpr std::size_t kMostDamaged = 5;

class Notes {
 public:
  Notes(const Solver& solver, Universe& universe, const Surroundings& around)
      : solver_(solver), universe_(universe), around_(around) {}

  std::vector<std::string> take() {
    note_damaged_files();
    for (PackageId id = 1; id < solver_.packages(); ++id) {
      const auto chosen = solver_.chosen(id);
      if (!chosen) continue;
      const CandidateList& list = universe_.list(id);
      const Candidate& candidate = list.candidates[*chosen];
      if (universe_.is_extra(id)) {
        note_unknown_extra(id, *chosen, list, candidate);
        continue;
      }
      note_yanked(list, candidate);
      if (universe_.is_framework(id))
        note_meant_variant(list, candidate);
      else
        note_other_versions(list, *chosen);
    }
    return std::move(notes_);
  }

 private:
  void note_damaged_files() {
    const auto files = around_.knowledge.unusable_files();
    std::size_t shown = 0;
    for (const auto& [filename, reason] : files)
      if (++shown <= kMostDamaged) notes_.push_back(fmt::format("{} is left out: {}", filename, reason));
    if (files.size() > kMostDamaged)
      notes_.push_back(fmt::format("{} other damaged files are left out", files.size() - kMostDamaged));
  }

  /// As with pip and uv, asking for an extra that is not there is no fault, but hardly what was meant.
  void note_unknown_extra(PackageId id, std::size_t chosen, const CandidateList& list, const Candidate& candidate) {
    if (!candidate.file) return;
    const auto* metadata = around_.knowledge.metadata(candidate.index, *candidate.file);
    const auto required = universe_.requirements(id, chosen);
    if (!metadata || !required || !required->all.empty()) return;
    const std::string& extra = universe_.extra(id);
    if (metadata->provides_extra.contains(extra)) return;
    notes_.push_back(fmt::format("{} {} has no extra `{}`", list.name.text(), candidate.version.text(), extra));
  }

  void note_yanked(const CandidateList& list, const Candidate& candidate) {
    if (!candidate.file || !candidate.file->yanked) return;
    const std::string& reason = candidate.file->yanked_reason;
    notes_.push_back(fmt::format("{} {} was yanked{}; it is taken because exactly this version is asked for",
                                 list.name.text(), candidate.version.text(), reason.empty() ? "" : ": " + reason));
  }

  void note_other_versions(const CandidateList& list, std::size_t chosen) {
    note_newer_without_wheel(list, chosen);
    note_not_taken_over(list, list.candidates[chosen]);
  }

  /// What is asked for in vain by name: a newer version that has no wheel for this Python or machine.
  void note_newer_without_wheel(const CandidateList& list, std::size_t chosen) {
    for (const auto& root : around_.request.roots) {
      if (root.name != list.name) continue;
      for (std::size_t i = 0; i < chosen; ++i) {
        const Candidate& newer = list.candidates[i];
        if (newer.eligible() || !root.specifier.contains(newer.version)) continue;
        const std::string& rule = newer.rejections.front().rule;
        if (rule != "wheel" && rule != "python" && rule != "platform") continue;
        notes_.push_back(fmt::format("{} {} is newer, but {}", list.name.text(), newer.version.text(),
                                     newer.rejections.front().reason));
        return;
      }
    }
  }

  /// Of an environment to take over: a version that cannot be had again, and why.
  void note_not_taken_over(const CandidateList& list, const Candidate& chosen) {
    const auto before = around_.request.preferred.find(list.name);
    if (before == around_.request.preferred.end() || chosen.direct || chosen.version == before->second) return;
    // The parts of a framework go with the build that is chosen now.
    if (std::ranges::any_of(around_.catalog.frameworks,
                            [&](const auto& one) { return is_member(one.members, list.name); }))
      return;
    const auto same = std::ranges::find(list.candidates, before->second, &Candidate::version);
    if (same != list.candidates.end() && same->eligible()) return;  // what it does not go with is another story
    notes_.push_back(fmt::format("{} {} is not taken over: {}", list.name.text(), before->second.text(),
                                 same == list.candidates.end() ? fmt::format("index {} does not list it",
                                                                             around_.request.shown_index(chosen.index))
                                                               : "it " + same->rejections.front().reason));
  }

  void note_meant_variant(const CandidateList& list, const Candidate& candidate) {
    if (candidate.installed || candidate.variant.empty() || !candidate.version.local_text().empty()) return;
    for (const auto* requirements : {&around_.request.roots, &around_.request.constraints, &around_.request.overrides})
      for (const auto& one : *requirements)
        if (one.name == list.name && !one.specifier.contains(candidate.version) && applies(one, around_.request)) {
          notes_.push_back(
              fmt::format("{}{} is met by the build {} of index {}, whose version is {} without a local part",
                          one.name.text(), one.specifier.to_text(), candidate.variant,
                          around_.request.shown_index(candidate.index), candidate.version.text()));
          return;
        }
  }

  const Solver& solver_;
  Universe& universe_;
  const Surroundings& around_;
  std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> notes_on(const Solver& solver, Universe& universe, const Surroundings& around) {
  return Notes(solver, universe, around).take();
}

}  // namespace kenv::resolvers
