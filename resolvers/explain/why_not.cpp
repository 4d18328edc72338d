// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "resolvers/explain/alternatives.hpp"
#include "resolvers/explain/answers.hpp"
#include "resolvers/explain/subject.hpp"
#include "resolvers/explain/unasked.hpp"
#include "resolvers/explain/verdicts.hpp"

namespace kenv::resolvers {
namespace {

/// Rows of other systems: what exists, but not for this one.
std::string elsewhere(const Subject& subject, const EndedSearch& search) {
  std::set<std::string> systems;
  for (const auto& framework : search.around.catalog.frameworks) {
    const auto name = python::PackageName::from_normal(framework.name);
    for (const auto& build : framework.builds) {
      Candidate candidate{build.version, build.index, build.variant, {}};
      if (!subject.means(name, candidate)) continue;
      if (build.os == search.around.request.os && build.machine == search.around.request.machine) return {};
      systems.insert(build.os + " " + build.machine);
    }
  }
  return text::join(std::vector<std::string>(systems.begin(), systems.end()), ", ");
}

void nothing_matches(const Subject& subject, const EndedSearch& search, plan::Explanation& out) {
  const auto id = subject.package ? search.universe.find(*subject.package) : std::nullopt;
  if (const std::string systems = elsewhere(subject, search); !systems.empty()) {
    out.answer = "rejected";
    out.sentences.push_back(fmt::format("{} is built for {}; this is {} {}.", out.subject, systems,
                                        search.around.request.os, search.around.request.machine));
    out.verdicts.push_back({out.subject,
                            "rejected",
                            "platform",
                            {},
                            fmt::format("is built for {}, this is {} {}", systems, search.around.request.os,
                                        search.around.request.machine),
                            {}});
    return;
  }
  if (subject.package && !id) {
    out.answer = "not-involved";
    out.sentences.push_back(why_unasked(search, *subject.package));
    return;
  }
  if (!subject.package && !search.universe.has_framework()) {
    out.answer = "not-involved";
    out.sentences.push_back(fmt::format("{} is about builds of a framework, and none takes part.", out.subject));
    return;
  }
  out.answer = "does-not-exist";
  if (!search.around.request.locked.empty()) {
    const bool named = id && !search.universe.list(*id).candidates.empty();
    out.sentences.push_back(fmt::format(
        "{} is not in the lock{}.", out.subject,
        named ? ", which names " + to_text(*subject.package, search.universe.list(*id).candidates.front()) : ""));
    return;
  }
  const bool named_file = subject.package && search.around.scope.file_of(*subject.package);
  std::string sentence = named_file ? out.subject + " is not the file that was named"
                                    : out.subject + " does not exist, as far as the indexes and manifests say";
  if (!subject.package && !subject.variant.empty()) {
    if (const auto variants = variants_there(search); !variants.empty()) sentence += ": " + variants;
  } else if (id) {
    const CandidateList& list = search.universe.list(*id);
    if (list.page_unread) {
      out.answer = "not-looked-up";
      sentence = fmt::format("{} is installed and stays, so the index was not asked what else there is of it",
                             list.name.text());
    } else {
      const std::string instead = alternatives(subject, list);
      if (!list.nowhere.empty())
        sentence += ": " + list.nowhere;
      else if (!instead.empty())
        sentence += "; " + instead;
    }
  }
  out.sentences.push_back(sentence + ".");
}

/// One word for many verdicts: the strongest thing that can be said.
std::string sum_up(const std::vector<plan::Explanation::Verdict>& verdicts) {
  for (const char* answer : {"chosen", "outranked", "conflict", "rejected", "not-involved"})
    if (std::ranges::any_of(verdicts, [&](const auto& one) { return one.answer == answer; })) return answer;
  return "does-not-exist";
}

void add_proof(const EndedSearch& search, plan::Explanation& out) {
  const bool open = std::ranges::any_of(out.verdicts, [](const auto& one) { return one.answer == "conflict"; });
  if (search.solved || !open) return;
  for (const auto line : text::lines(search.proof)) out.sentences.emplace_back(line);
}

}  // namespace

Result<plan::Explanation> why_not(const EndedSearch& search, std::string_view text) {
  const auto subject = Subject::parse(text, search.around.catalog);
  if (!subject) return tl::unexpected(subject.error());
  plan::Explanation out{"why-not", std::string(text::trim(text)), {}, {}, {}, {}};
  for (PackageId id = 1; id < search.universe.size(); ++id) {
    if (search.universe.is_extra(id)) continue;
    const CandidateList& list = search.universe.list(id);
    // "cu126" and "pytorch" are about frameworks; their families follow.
    if (!subject->package && search.universe.decision_class(id) != 0) continue;
    auto found = verdicts(search, id, [&](std::size_t i) { return subject->means(list.name, list.candidates[i]); });
    out.verdicts.insert(out.verdicts.end(), std::make_move_iterator(found.begin()),
                        std::make_move_iterator(found.end()));
  }
  if (out.verdicts.empty()) {
    nothing_matches(*subject, search, out);
    return out;
  }
  out.answer = sum_up(out.verdicts);
  for (const auto& verdict : out.verdicts) out.sentences.push_back(to_text(verdict));
  add_proof(search, out);
  return out;
}

}  // namespace kenv::resolvers
