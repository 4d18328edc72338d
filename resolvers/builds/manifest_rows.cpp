// SPDX-License-Identifier: Apache-2.0
#include "resolvers/builds/manifest_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

namespace kenv::resolvers {
namespace {

bool for_this_python(const manifest::Build& row, const Request& request) {
  return row.python_tags.empty() ||
         std::ranges::find(row.python_tags, interpreter_tag(request)) != row.python_tags.end();
}

/// "==0.23.0": the one version that was made together with the framework's, in the same variants.
bool released_together(const manifest::Companion::Pair& pair) {
  return std::ranges::any_of(pair.companion.clauses,
                             [](const auto& clause) { return clause.op == python::SpecifierOperator::Equal; });
}

/// The variant of a companion's version beside a build of one that an index keeps apart by variant; none: there is no
/// such.
std::optional<std::string> variant_beside(const manifest::Companion& companion, const manifest::Companion::Pair& pair,
                                          const python::Version& version, const manifest::Build& build) {
  for (const auto& listed : companion.listed) {
    if (listed.index != build.index || !listed.versions.contains(version)) continue;
    const bool there = std::ranges::find(listed.variants, build.variant) != listed.variants.end();
    return there ? std::optional(build.variant) : std::nullopt;
  }
  return released_together(pair) ? build.variant : "";
}

}  // namespace

bool same_release(const python::Version& a, const python::Version& b) {
  if (a.local.empty() == b.local.empty()) return a == b;
  return a.without_local() == b.without_local();
}

std::vector<const manifest::Build*> rows_here(const manifest::Framework& framework, const Request& request) {
  std::vector<const manifest::Build*> rows;
  std::map<std::pair<std::string_view, std::string_view>, std::vector<std::size_t>> places;  // by variant and index
  for (const auto& build : framework.builds) {
    if (build.os != request.os || build.machine != request.machine) continue;
    auto& same_line = places[{build.variant, build.index}];
    const auto there = std::ranges::find_if(
        same_line, [&](std::size_t place) { return same_release(rows[place]->version, build.version); });
    if (there == same_line.end()) {
      same_line.push_back(rows.size());
      rows.push_back(&build);
    } else if (!for_this_python(*rows[*there], request) && for_this_python(build, request)) {
      rows[*there] = &build;
    }
  }
  return rows;
}

const manifest::Build* find_row(const manifest::Framework& framework, const python::Version& version,
                                const std::string& variant, const std::string& index, const Request& request) {
  const manifest::Build* found = nullptr;
  for (const auto& row : framework.builds) {
    if (row.os != request.os || row.machine != request.machine || row.variant != variant) continue;
    if ((!index.empty() && row.index != index) || !same_release(row.version, version)) continue;
    if (for_this_python(row, request)) return &row;
    if (!found) found = &row;
  }
  return found;
}

const manifest::Build* neighbour_row(const manifest::Framework& framework, const python::Version& version,
                                     const std::string& variant, const std::string& index, const Request& request) {
  const manifest::Build* nearest = nullptr;
  for (const auto& row : framework.builds) {
    if (row.os != request.os || row.machine != request.machine || row.variant != variant || row.index != index)
      continue;
    const bool same_line = row.version.epoch == version.epoch && row.version.release_at(0) == version.release_at(0) &&
                           row.version.release_at(1) == version.release_at(1);
    if (same_line && (!nearest || nearest->version < row.version)) nearest = &row;
  }
  return nearest;
}

std::string default_variant(const manifest::Framework& framework, const python::Version& version,
                            const std::string& index, const Request& request) {
  for (const auto& fact : framework.default_variants)
    if ((index.empty() || fact.index == index) && fact.os == request.os && fact.machine == request.machine &&
        fact.versions.contains(version))
      return fact.variant;
  return {};
}

const manifest::Companion::Pair* pair_for(const manifest::Companion& companion, const python::Version& framework) {
  for (const auto& pair : companion.pairs)
    if (pair.framework.contains(framework)) return &pair;
  return nullptr;
}

std::optional<python::Version> named_version(const manifest::Companion::Pair& pair) {
  if (pair.newest) return pair.newest;
  using enum python::SpecifierOperator;
  for (const auto& clause : pair.companion.clauses)
    if (clause.op == Equal || clause.op == GreaterEqual || clause.op == Compatible) return clause.version;
  return std::nullopt;
}

std::string interpreter_tag(const Request& request) {
  const auto& tags = request.tags;
  const std::string_view short_name = tags.implementation == "cpython" ? "cp"
                                      : tags.implementation == "pypy"  ? "pp"
                                                                       : tags.implementation;
  return fmt::format("{}{}{}{}", short_name, tags.major, tags.minor, tags.free_threaded ? "t" : "");
}

std::vector<CompanionBuild> companion_builds(const manifest::Framework& family, const python::PackageName& package,
                                             const manifest::Build& build) {
  std::vector<CompanionBuild> builds;
  for (const auto& companion : family.companions) {
    if (companion.package != package.text()) continue;
    const auto* pair = pair_for(companion, build.version);
    auto version = pair ? named_version(*pair) : std::nullopt;
    if (!version) continue;
    const bool apart = !build.version.local.empty();
    const auto variant = apart ? variant_beside(companion, *pair, *version, build) : build.variant;
    if (!variant) continue;
    if (apart && !variant->empty()) version->local = build.version.local;
    builds.push_back({*std::move(version), *variant});
  }
  return builds;
}

}  // namespace kenv::resolvers
