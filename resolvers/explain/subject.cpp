// SPDX-License-Identifier: Apache-2.0
#include "resolvers/explain/subject.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.hpp"
#include "python/requirement.hpp"

namespace kenv::resolvers {
namespace {

/// A variant that there is, or a word made like one: "cu999" is a number after the letters of "cu126".
bool is_variant(std::string_view word, const manifest::Catalog& catalog) {
  const auto stem_of = [](std::string_view variant) {
    return variant.substr(0, variant.find_last_not_of("0123456789.") + 1);
  };
  const std::string_view stem = stem_of(word);
  return std::ranges::any_of(catalog.frameworks, [&](const auto& framework) {
    return std::ranges::any_of(framework.builds, [&](const auto& build) {
      const std::string_view there = stem_of(build.variant);
      return build.variant == word ||
             (stem.size() < word.size() && !there.empty() && there == stem && there.size() < build.variant.size());
    });
  });
}

bool is_index(std::string_view word, const manifest::Catalog& catalog) {
  return std::ranges::any_of(catalog.frameworks, [&](const auto& framework) {
    return !catalog.framework(word) &&
           (std::ranges::find(framework.indexes, word) != framework.indexes.end() ||
            std::ranges::find(framework.nightly_indexes, word) != framework.nightly_indexes.end());
  });
}

/// "torch 2.15.0 (cu126, pytorch)" as "torch==2.15.0" and the words in the brackets.
std::string as_requirement(std::string_view text, Subject& subject) {
  const auto open = text.find('(');
  if (open != std::string_view::npos && text.ends_with(')')) {
    const auto words = text::split(text.substr(open + 1, text.size() - open - 2), ',');
    if (!words.empty()) subject.variant = text::trim(words[0]);
    if (words.size() > 1) subject.index = text::trim(words[1]);
    text = text::trim(text.substr(0, open));
  }
  const auto blank = text.find(' ');
  const bool printed = blank != std::string_view::npos && text.find_first_of("=<>~!@;[") == std::string_view::npos;
  if (!printed) return std::string(text);
  return fmt::format("{}=={}", text.substr(0, blank), text::trim(text.substr(blank)));
}

}  // namespace

Result<Subject> Subject::parse(std::string_view text, const manifest::Catalog& catalog) {
  Subject subject;
  text = text::trim(text);
  if (is_variant(text, catalog)) {
    subject.variant = text;
    return subject;
  }
  if (is_index(text, catalog)) {
    subject.index = text;
    return subject;
  }
  auto requirement = python::Requirement::parse(as_requirement(text, subject));
  if (!requirement)
    return refuse(fmt::format("\"{}\" is no build that could be asked about: {}", text, requirement.error().message),
                  {}, "name it like torch==2.15.0, torch==2.15.0+cu126, cu126 or numpy");
  subject.package = std::move(requirement->name);
  subject.versions = std::move(requirement->specifier);
  for (auto& clause : subject.versions.clauses)
    if (!clause.version.local.empty()) {
      subject.variant = clause.version.local_text();
      clause.version.local.clear();
    }
  return subject;
}

bool Subject::means(const python::PackageName& name, const Candidate& candidate) const {
  if (package && *package != name) return false;
  if (!index.empty() && candidate.index != index) return false;
  if (!variant.empty() && candidate.variant != variant && candidate.version.local_text() != variant) return false;
  return versions.contains(candidate.version.without_local());
}

}  // namespace kenv::resolvers
