// SPDX-License-Identifier: Apache-2.0
#include "change/record_match.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "change/installed_record.hpp"
#include "io/files.hpp"
#include "python/record.hpp"

namespace kenv::change {
namespace {

constexpr std::uint64_t kRecordLimit = 64u << 20;

/// RECORD cannot hold its own digest, signatures are made after it, and the rest installers write.
bool is_of_installers(std::string_view name) {
  constexpr std::array kNames = {"RECORD", "RECORD.jws", "RECORD.p7s", "INSTALLER", "REQUESTED", "direct_url.json"};
  return std::ranges::find(kNames, name) != kNames.end();
}

/// Where a row of a wheel's .data folder goes (binary distribution format): "demo-1.0.data/scripts/demo" -> scripts,
/// demo.
struct Spread {
  std::string_view kind, rest;
};
Spread spread_of(std::string_view path) {
  const auto first = path.find('/');
  const auto second = first == path.npos ? first : path.find('/', first + 1);
  if (second == path.npos || !path.substr(0, first).ends_with(".data")) return {};
  return {path.substr(first + 1, second - first - 1), path.substr(second + 1)};
}

}  // namespace

std::optional<std::string> unlike_installed(std::string_view wheel_record,
                                            const venv::InstalledDistribution& distribution) {
  const auto wheel = python::parse_record(wheel_record);
  if (!wheel) return "RECORD of that wheel is damaged: " + wheel.error().message;
  const auto text = io::read_text_if_present(distribution.site_packages / distribution.folder / "RECORD", kRecordLimit);
  const auto rows =
      text ? python::parse_record(*text) : Result<std::vector<python::RecordEntry>>(std::vector<python::RecordEntry>{});
  if (!text || !rows) return "the installed package has no RECORD that can be read";
  const InstalledRecord installed(distribution, *rows);
  std::set<std::string> paths;
  for (const auto& row : *wheel) {
    const auto slash = row.path.find('/');
    if (row.path.substr(0, slash).ends_with(".dist-info") && slash != std::string::npos &&
        is_of_installers(std::string_view(row.path).substr(slash + 1)))
      continue;
    if (row.hash.empty()) return "RECORD of that wheel states no digest of " + row.path;
    const auto [kind, rest] = spread_of(row.path);
    const bool among_packages = kind.empty() || kind == "purelib" || kind == "platlib";
    const std::string path(kind.empty() ? row.path : rest);
    const bool same =
        among_packages ? installed.has(path, row.hash) : installed.has_outside(path, row.hash, kind == "scripts");
    if (!same)
      return "RECORD of that wheel states another " + (path.ends_with(".dist-info/METADATA") ? "METADATA" : path);
    if (among_packages) paths.insert(path);
  }
  if (const auto more = installed.more_than(paths)) return "RECORD of that wheel does not have " + *more;
  return std::nullopt;
}

}  // namespace kenv::change
