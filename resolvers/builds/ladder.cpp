// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/ladder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <utility>

#include "resolvers/builds/index_part.hpp"
#include "resolvers/builds/installed_build.hpp"
#include "resolvers/builds/manifest_rows.hpp"
#include "resolvers/builds/ranking.hpp"
#include "resolvers/builds/rules.hpp"
#include "resolvers/builds/stable_first.hpp"
#include "resolvers/dependencies/project_candidates.hpp"

namespace kenv::resolvers {
namespace {

class Ladder {
 public:
  Ladder(const python::PackageName& name, Surroundings& around)
      : name_(name),
        around_(around),
        family_(*around.catalog.family_of(name.text())),
        own_(around.catalog.framework(name.text()) ? *around.catalog.framework(name.text()) : family_),
        described_(around.catalog.framework(name.text()) != nullptr),
        rows_(described_ ? rows_here(own_, around.request) : std::vector<const manifest::Build*>{}) {}

  std::optional<CandidateList> build() {
    if (const auto* installed = around_.candidate_installed(name_)) add_installed(*installed);
    const bool unread = around_.installed_suffices(name_);
    if (around_.request.manifest_is_index) {
      add_rows_as_candidates();
    } else if (!unread) {
      for (const auto& index : indexes()) read_index(index);
      if (waiting_) return std::nullopt;
    }
    judge_from(0);
    if (!around_.request.manifest_is_index && !unread) {
      add_nightlies();
      if (waiting_) return std::nullopt;
    }
    judge_channels();
    rank(candidates_, ranking_of(name_, around_));
    return CandidateList{name_, std::move(candidates_), unread, nowhere_, left_out_};
  }

 private:
  const Request& request() const { return around_.request; }

  /// The indexes that may serve the package: the manifest names them. Only a place with wheels that the user names
  /// stands in for those that are not configured or were left out: on another index anybody could have taken the name.
  std::vector<std::string> indexes() {
    std::vector<std::string> result;
    for (const auto& index : own_.indexes)
      if (index == request().default_index || request().framework_indexes.contains(index)) result.push_back(index);
    for (const auto& index : own_.indexes)
      if (std::ranges::find(result, index) == result.end()) add_unasked(index);
    const auto place = request().bound.find(name_);
    const bool none =
        std::ranges::all_of(result, [&](const auto& index) { return request().without_index.contains(index); });
    if (none && place != request().bound.end()) {
      stands_in_ = place->second;
      result.push_back(stands_in_);
    } else if (result.empty() && !own_.indexes.empty()) {
      nowhere_ = why_not_asked(own_.indexes.front(), request());
      if (request().without_index.contains(own_.indexes.front())) left_out_ = own_.indexes.front();
    }
    return result;
  }

  void add_unasked(const std::string& index) {
    const bool left_out = request().without_index.contains(index);
    if (left_out) left_out_ = index;
    add_promised(index, "",
                 left_out ? fmt::format("index {} is left out (--without-index)", index)
                          : fmt::format("index {} is not configured (--framework-index {}=URL)", index, index));
  }

  void read_index(const std::string& index) {
    if (request().without_index.contains(index)) return add_unasked(index);
    if (index == request().default_index || !split_by_variant(family_, index)) {
      read_page(index, "");
      return;
    }
    for (const auto& part : around_.scope.opened())
      if (part.index == index) read_page(index, part.variant);
    add_promised(index, "", "");
  }

  void read_page(const std::string& index, const std::string& variant) {
    const NeedProject need{index, variant, name_};
    // A refusal is a word for "not there" only where nothing is known to be there.
    if (const auto* refused = around_.knowledge.refused(need); refused && promises(index, variant))
      around_.knowledge.learn(IndexUnreachable{need, *refused});
    if (const auto* reason = around_.knowledge.unreachable(need)) {
      add_promised(index, variant, fmt::format("index {} gives no usable answer: {}", index, *reason));
      nowhere_ = fmt::format("index {} gives no usable answer", index);
      return;
    }
    if (!around_.knowledge.page(need)) {
      around_.knowledge.want(need);
      waiting_ = true;
      return;
    }
    for (const auto& [version, wheel] : around_.wheels(need)) {
      Candidate candidate{version, index, variant_of(version, index, variant), wheel.file};
      candidate.build = row_of(candidate);
      if (!candidate.build && described_)
        candidate.neighbour = neighbour_row(own_, version, candidate.variant, index, request());
      candidate.blocked = wheel.blocked;
      if (!wheel.rule.empty()) {
        if (wheel.file.filename.empty()) candidate.file.reset();
        candidate.rejections.push_back({to_text(name_, candidate), wheel.rule, {}, wheel.reason});
      }
      candidates_.push_back(std::move(candidate));
    }
    add_promised(index, variant, fmt::format("index {} does not list it", index));
    if (candidates_.empty()) nowhere_ = fmt::format("it is not on index {}", index);
  }

  std::string variant_of(const python::Version& version, const std::string& index, const std::string& part) const {
    if (!part.empty()) return part;
    if (const auto local = version.local_text(); !local.empty()) return local;
    return described_ ? default_variant(own_, version, index == stands_in_ ? "" : index, request()) : "";
  }

  const manifest::Build* row_of(const Candidate& candidate) const {
    return described_ ? find_row(own_, candidate.version, candidate.variant,
                                 candidate.index == stands_in_ ? "" : candidate.index, request())
                      : nullptr;
  }

  static bool is_row_of(const manifest::Build& row, const std::string& index, const std::string& variant) {
    return row.index == index && (variant.empty() || row.variant == variant);
  }
  bool promises(const std::string& index, const std::string& variant) const {
    return std::ranges::any_of(rows_, [&](const auto* row) { return is_row_of(*row, index, variant); });
  }

  /// Rows of an index (of one part of it, if a variant is given) for which no candidate stands there yet. With an
  /// objection they are shown as what would have been; without one they are promises to be looked up.
  void add_promised(const std::string& index, const std::string& variant, const std::string& objection) {
    for (const auto* row : rows_) {
      if (!is_row_of(*row, index, variant)) continue;
      if (objection.empty() && around_.scope.is_open({index, row->variant})) continue;
      const bool there = std::ranges::any_of(candidates_, [&](const Candidate& one) {
        return one.index == index && one.variant == row->variant && same_release(one.version, row->version);
      });
      if (there) continue;
      Candidate candidate{row->version, index, row->variant, {}};
      candidate.build = row;
      candidate.unread = objection.empty();
      if (!objection.empty()) index_objections_.emplace_back(candidates_.size(), objection);
      candidates_.push_back(std::move(candidate));
    }
  }

  void add_installed(const InstalledPackage& package) {
    Candidate candidate{package.version, "", installed_variant(package, around_), {}, true};
    if (described_) candidate.build = find_row(own_, candidate.version, candidate.variant, "", request());
    candidates_.push_back(std::move(candidate));
  }

  void add_rows_as_candidates() {
    const auto add = [&](const python::Version& version, const std::string& variant, const std::string& index,
                         const manifest::Build* row) {
      if (request().without_index.contains(index)) return;
      Candidate candidate{version, index, variant, {}};
      candidate.build = row;
      candidates_.push_back(std::move(candidate));
    };
    for (const auto* row : rows_) add(row->version, row->variant, row->index, row);
    if (!rows_.empty() || family_.name == name_.text()) return;
    for (const auto* row : rows_here(family_, request()))
      for (const auto& [version, variant] : companion_builds(family_, name_, *row))
        add(version, variant, row->index, nullptr);
  }

  /// Indexes of nightlies are asked only when one of them may be chosen: they are large, and change every day.
  void add_nightlies() {
    if (own_.nightly_indexes.empty()) return;
    const std::size_t first = candidates_.size();
    const bool wanted = nightlies_wanted();
    for (const auto& index : own_.nightly_indexes) {
      if (!wanted)
        add_promised(index, "", "");
      else if (!request().framework_indexes.contains(index))
        add_promised(index, "", fmt::format("index {} is not configured (--framework-index {}=URL)", index, index));
      else
        read_nightly_index(index);
    }
    for (std::size_t i = first; i < candidates_.size(); ++i) candidates_[i].unread = false;
    judge_from(first);
  }

  /// Its companions are looked for on the same index. That is only known now, so the search begins again.
  void read_nightly_index(const std::string& index) {
    around_.scope.open({index, ""});
    if (!request().without_index.contains(index) && split_by_variant(family_, index))
      for (const auto* row : rows_)
        if (row->index == index) around_.scope.open({index, row->variant});
    read_index(index);
  }

  bool nightlies_wanted() const {
    if (request().nightly) return true;
    if (name_.text() == family_.name) return !stable_will_do(name_, candidates_, around_);
    return std::ranges::any_of(own_.nightly_indexes, [&](const auto& index) {
      return around_.scope.is_open({index, ""});
    });
  }

  void judge_from(std::size_t first) {
    for (auto& candidate : std::span(candidates_).subspan(first)) {
      if (candidate.installed || !candidate.eligible()) continue;
      candidate.rejections = judge(name_, candidate, request(), around_.catalog);
      if (!candidate.eligible()) continue;
      if (is_installed_build(candidate))
        reject(candidate, "installed", "is the build that is installed");
      else if (const auto* failure = around_.failure_of(name_, candidate.version, candidate.index))
        candidate.rejections.push_back(*failure);
    }
    for (const auto& [place, objection] : std::exchange(index_objections_, {}))
      reject(candidates_[place], "index", objection);
  }

  void reject(Candidate& candidate, const char* rule, std::string reason) {
    candidate.rejections.push_back({to_text(name_, candidate), rule, {}, std::move(reason)});
  }

  /// What must change may not stay: not the installed build itself, from wherever it would come again.
  bool is_installed_build(const Candidate& candidate) const {
    const auto* installed = around_.installed.find(name_);
    if (!installed || !request().must_change.contains(name_)) return false;
    if (!same_release(candidate.version.without_local(), installed->version.without_local())) return false;
    const std::string variant = installed_variant(*installed, around_);
    return variant.empty() ? candidate.index == request().default_index : candidate.variant == variant;
  }

  /// Nightlies and test builds serve where nothing stable does, or who asks for them.
  void judge_channels() {
    if (name_.text() != family_.name || !stable_will_do(name_, candidates_, around_)) return;
    const bool serves = served_by_stable(candidates_);
    for (auto& candidate : candidates_)
      if (candidate.eligible() && !candidate.installed && !is_stable(candidate))
        reject(candidate, "channel",
               fmt::format("is a {} build, and a stable one serves every GPU{}",
                           manifest::to_text(channel_of(candidate)), serves ? "" : " with a newer driver"));
  }

  const python::PackageName& name_;
  Surroundings& around_;
  const manifest::Framework& family_;
  const manifest::Framework& own_;                  ///< the facts about the package itself, else those of its family
  const bool described_;                            ///< there is a manifest for the package itself
  const std::vector<const manifest::Build*> rows_;  ///< of the package itself, for this system
  std::string stands_in_;  ///< a --find-links place that serves in place of the indexes that the manifest names
  bool waiting_ = false;   ///< a page has to be read first
  std::vector<Candidate> candidates_;
  std::vector<std::pair<std::size_t, std::string>> index_objections_;
  std::string nowhere_, left_out_;
};

}  // namespace

std::optional<CandidateList> build_ladder(const python::PackageName& name, Surroundings& around) {
  return Ladder(name, around).build();
}

}  // namespace kenv::resolvers
