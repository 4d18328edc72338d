// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.hpp"
#include "resolvers/explain/verdicts.hpp"

namespace kenv::resolvers {

using Verdict = plan::Explanation::Verdict;

std::vector<std::string> summed_up(const std::vector<Verdict>& verdicts) {
  constexpr std::size_t kNamed = 3;
  struct Class {
    const Verdict* first = nullptr;
    std::vector<std::string> others;
    int builds = 0;
  };
  std::vector<Class> classes;
  for (const auto& verdict : verdicts) {
    const auto same = std::ranges::find_if(classes, [&](const Class& one) {
      return verdict.answer == "rejected" && one.first->answer == "rejected" && one.first->rule == verdict.rule &&
             one.first->gpu == verdict.gpu;
    });
    if (same == classes.end()) {
      classes.push_back({&verdict, {}, 0});
      continue;
    }
    same->others.push_back(verdict.candidate);
    same->builds += verdict.builds;
  }
  std::vector<std::string> sentences;
  for (auto& [first, others, builds] : classes) {
    std::string text = to_text(*first);
    if (!others.empty()) {
      const bool more = others.size() > kNamed;
      if (more) others.resize(kNamed);
      text += fmt::format("; likewise {} more: {}{}", builds, text::join(others, ", "), more ? ", …" : "");
    }
    sentences.push_back(std::move(text));
  }
  return sentences;
}

std::string to_text(const Verdict& verdict) {
  std::string text = fmt::format("{}: {}", verdict.candidate, verdict.reason);
  // Only what rests on the build's code or toolkit rests on the row.
  static const std::set<std::string> kOnRows{"coverage", "ptx", "complete", "driver", "python", "platform"};
  if (verdict.answer == "rejected") text += fmt::format(" [rule {}", verdict.rule);
  if (!verdict.evidence.empty() && (verdict.answer == "chosen" || kOnRows.contains(verdict.rule))) {
    text += verdict.answer == "rejected" ? "; " : " [";
    text += plan::to_text(verdict.evidence.front());
    if (verdict.evidence.size() > 1)
      text +=
          fmt::format(" and {} more source{}", verdict.evidence.size() - 1, verdict.evidence.size() == 2 ? "" : "s");
    text += "]";
  } else if (verdict.answer == "rejected") {
    text += "]";
  }
  return text;
}

}  // namespace kenv::resolvers
