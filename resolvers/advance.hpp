// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "manifest/manifest.hpp"
#include "plan/explanation.hpp"
#include "plan/plan.hpp"
#include "python/metadata.hpp"
#include "python/project_page.hpp"
#include "resolvers/request.hpp"

// The pure core: a machine that is asked, says what it needs to know, is told, and ends with a plan or with the reasons
// why there is none. It never fetches; src/change drives it.
namespace kenv::resolvers {

/// The list of files of a project on one index. `variant` selects the part of a framework index (PyTorch's is split by
/// CUDA variant: cu126, cu128, ...); empty for ordinary indexes.
struct NeedProject {
  std::string index, variant;
  python::PackageName name;
  auto operator<=>(const NeedProject&) const = default;
};

/// The METADATA of one file.
struct NeedMetadata {
  std::string index;
  python::ProjectFile file;
};

/// Things to find out, which may be found out in parallel and answered in any order.
struct Needs {
  std::vector<NeedProject> projects;
  std::vector<NeedMetadata> metadata;
};

/// What would make a plan possible, if the user agrees.
struct Offer {
  std::string kind;                   ///< "allow-remove", "mask"
  std::string text;                   ///< a sentence
  std::vector<std::string> commands;  ///< what goes with it: the variables of a mask, how to compile what was dropped
};

/// Nothing fits: why. `explanation` is for people; `blocked_by_index` is set if an unreachable index might have helped.
struct NoSolution {
  std::vector<plan::Rejection> rejections;
  std::string explanation;
  std::string blocked_by_index;
  std::set<std::string> projects{};  ///< those that the failure rests on, by their normal names
  std::set<std::string> left_out{};  ///< indexes that were left out on purpose and might have had what is missing
  std::string hint{};                ///< what to do about it; whoever drives the search may know better
  bool look_elsewhere = false;       ///< a project was not where it was looked for,
  std::string asked{};               ///< which is the index that all that is bound to no other comes from
  std::vector<Offer> offers{};
};

using Progress = std::variant<Needs, plan::Plan, NoSolution>;

// Answers.
struct ProjectAnswer {
  NeedProject need;
  python::ProjectPage page;
};  ///< an unknown project: an empty page
/// `refused`: the server forbids it, as some do of what they do not have. It is a silence where a manifest promises a
/// build there, and an empty page elsewhere.
struct IndexUnreachable {
  NeedProject need;
  std::string reason;
  bool refused = false;
};
struct MetadataAnswer {
  NeedMetadata need;
  python::CoreMetadata metadata;
};  ///< after a plan: what the wheel itself says instead
struct MetadataUnusable {
  NeedMetadata need;
  std::string reason;
};  ///< the file becomes ineligible
/// The index does not answer any more: nothing is known of the file.
struct MetadataUnreachable {
  NeedMetadata need;
  std::string reason;
};
/// After a plan: this build did not hold what was promised (coverage measured, launch failed). The next one has its
/// turn.
struct CandidateFailed {
  python::PackageName name;
  std::string version, index;
  plan::Rejection rejection;
};
using Answer = std::variant<ProjectAnswer, IndexUnreachable, MetadataAnswer, MetadataUnusable, MetadataUnreachable,
                            CandidateFailed>;

/// The state of one resolution. Movable value; all it knows came through its constructor and answer().
class Resolution {
 public:
  Resolution(Request request, const manifest::Catalog& catalog);  ///< the catalog must outlive it
  ~Resolution();
  Resolution(Resolution&&) noexcept;

  const Request& request() const;

  /// Goes on as far as what is known allows.
  Progress advance();
  void answer(Answer answer);

  /// The METADATA that a wheel of the last plan was chosen by; nothing if none was asked for, as of a lock's.
  std::optional<MetadataAnswer> metadata_of(const plan::Wheel& wheel) const;

  /// After the end: why a package is what it is, and why something was not chosen. Refused is only what cannot be read.
  Result<plan::Explanation> why(std::string_view package) const;
  Result<plan::Explanation> why_not(std::string_view subject) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace kenv::resolvers
