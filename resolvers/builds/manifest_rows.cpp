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
  const std::string own =
      fmt::format("cp{}{}{}", request.tags.major, request.tags.minor, request.tags.free_threaded ? "t" : "");
  return row.python_tags.empty() || std::ranges::find(row.python_tags, own) != row.python_tags.end();
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

std::vector<python::Version> companion_versions(const manifest::Framework& family, const python::PackageName& package,
                                                const manifest::Build& build) {
  std::vector<python::Version> versions;
  for (const auto& companion : family.companions) {
    if (companion.package != package.text()) continue;
    const auto* pair = pair_for(companion, build.version);
    auto version = pair ? named_version(*pair) : std::nullopt;
    if (!version) continue;
    version->local = build.version.local;
    versions.push_back(*std::move(version));
  }
  return versions;
}

}  // namespace kenv::resolvers
