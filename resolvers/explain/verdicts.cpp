// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/verdicts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "base/text.hpp"
#include "resolvers/builds/installed_build.hpp"
#include "resolvers/explain/candidate_groups.hpp"
#include "resolvers/explain/excluded_by.hpp"

namespace kenv::resolvers {
namespace {

using Verdict = plan::Explanation::Verdict;

class Judge {
 public:
  Judge(const EndedSearch& search, PackageId package)
      : search_(search),
        id_(package),
        list_(search.universe.list(package)),
        wishes_(list_, search.around),
        chosen_(search.chosen(package)) {}

  std::vector<Verdict> on(std::size_t index) const {
    const Candidate& candidate = list_.candidates[index];
    std::vector<Verdict> found;
    for (const auto& rejection : candidate.rejections)
      found.push_back({{}, "rejected", rejection.rule, rejection.gpu, rejection.reason, evidence_of(candidate)});
    if (found.empty()) found.push_back(eligible(index));
    return found;
  }

 private:
  /// The row that a rule looked at; what has nothing to do with build facts has no evidence among them.
  static std::vector<manifest::Evidence> evidence_of(const Candidate& candidate) {
    const auto* row = candidate.build ? candidate.build : candidate.neighbour;
    return row ? std::vector{row->evidence} : std::vector<manifest::Evidence>{};
  }

  Verdict eligible(std::size_t index) const {
    const Candidate& candidate = list_.candidates[index];
    Verdict verdict{{}, "chosen", {}, {}, "it is what was chosen", evidence_of(candidate)};
    if (chosen_ == index) return verdict;
    if (auto wish = wishes_.against(index)) {  // needs no proof
      verdict.answer = "conflict";
      verdict.rule = "request";
      verdict.reason = *std::move(wish);
      return verdict;
    }
    if (!search_.solved) {
      verdict.answer = "conflict";
      verdict.reason = "nothing speaks against it by itself, but the request as a whole cannot be met";
      return verdict;
    }
    if (!chosen_) {
      verdict.answer = "not-involved";
      verdict.reason = "nothing that was chosen asks for it";
      return verdict;
    }
    const auto cause = index < *chosen_ ? search_.solver.solution().cause_of_loss(id_, index) : std::nullopt;
    if (index < *chosen_) {
      verdict.answer = "conflict";
      verdict.rule = "dependencies";
      verdict.reason = cause ? text::one_line(explain(search_.solver, *cause, search_.universe))
                             : "what it requires does not go with the rest";
      return verdict;
    }
    // What follows a framework would move along with it.
    const bool follows = search_.universe.is_framework(id_);
    if (auto excluded = follows ? "" : excluded_by(id_, index, search_.solver, search_.universe, search_.around);
        !excluded.empty()) {
      verdict.answer = "conflict";
      verdict.rule = "dependencies";
      verdict.reason = "it does not go with the rest: " + excluded;
      return verdict;
    }
    const Candidate& winner = list_.candidates[*chosen_];
    verdict.answer = "outranked";
    verdict.reason =
        fmt::format("it would do, but {} comes first: {}", to_text(list_.name, winner), because(winner, candidate));
    if (candidate.unread)
      verdict.reason += fmt::format(" (a manifest promises it; index {} was not asked for it)", candidate.index);
    return verdict;
  }

  std::string because(const Candidate& winner, const Candidate& loser) const {
    if (search_.universe.is_framework(id_)) return preference(winner, loser, ranking_of(list_.name, search_.around));
    if (winner.installed) return "it is what is installed";
    if (winner.version > loser.version) return "its version is newer";
    return loser.version.is_prerelease() ? "it is not a pre-release" : "its index lists it first";
  }

  const EndedSearch& search_;
  PackageId id_;
  const CandidateList& list_;
  OwnWords wishes_;
  std::optional<std::size_t> chosen_;
};

void add_evidence(std::vector<manifest::Evidence>& all, const std::vector<manifest::Evidence>& more) {
  for (const auto& one : more) {
    const bool there = std::ranges::any_of(all, [&](const auto& other) {
      return other.kind == one.kind && other.sha256 == one.sha256 && other.source == one.source;
    });
    if (!there) all.push_back(one);
  }
}

std::vector<Verdict> grouped(const EndedSearch& search, PackageId package,
                             const std::function<bool(std::size_t)>& meant, bool only_first) {
  using Key = std::tuple<std::string, std::string, std::optional<int>, std::string, std::string, std::string>;
  const CandidateList& list = search.universe.list(package);
  const Judge judge(search, package);
  std::vector<std::pair<Verdict, CandidateGroup>> groups;
  std::map<Key, std::size_t> places;
  for (std::size_t i = 0; i < list.candidates.size(); ++i) {
    if (!meant(i)) continue;
    const Candidate& candidate = list.candidates[i];
    auto found = judge.on(i);
    if (only_first) found.erase(found.begin() + 1, found.end());
    for (auto& verdict : found) {
      const Key key{verdict.answer, verdict.rule, verdict.gpu, verdict.reason, candidate.variant, candidate.index};
      const auto [place, added] = places.try_emplace(key, groups.size());
      if (added) groups.emplace_back(verdict, CandidateGroup(list.name, candidate));
      auto& [first, group] = groups[place->second];
      group.add(candidate);
      if (added) continue;
      add_evidence(first.evidence, verdict.evidence);
      ++first.builds;
    }
  }
  std::vector<Verdict> result;
  for (auto& [verdict, group] : groups) {
    verdict.candidate = group.text();
    result.push_back(std::move(verdict));
  }
  return result;
}

}  // namespace

std::vector<Verdict> verdicts(const EndedSearch& search, PackageId package,
                              const std::function<bool(std::size_t)>& meant) {
  return grouped(search, package, meant, false);
}

std::vector<Verdict> first_verdicts(const EndedSearch& search, PackageId package,
                                    const std::function<bool(std::size_t)>& meant) {
  return grouped(search, package, meant, true);
}

}  // namespace kenv::resolvers
