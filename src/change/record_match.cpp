// SPDX-License-Identifier: Apache-2.0
#include "change/record_match.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/sha256.hpp"
#include "change/file_digest.hpp"
#include "io/files.hpp"
#include "python/record.hpp"

namespace kenv::change {
namespace {

constexpr std::uint64_t kRecordLimit = 64u << 20, kScriptLimit = 1u << 20;

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

std::string hash_text(const Sha256Digest& digest) { return "sha256=" + digest.base64url(); }

/// What a script had before its first line was made to name an interpreter: "#!python". pip puts a shell's line and two
/// more where the path is too long for the system.
std::set<std::string> hashes_before_rewriting(std::string_view text) {
  if (!text.starts_with("#!")) return {};
  const auto after_line = [](std::string_view all) { return all.substr(std::min(all.size(), all.find('\n') + 1)); };
  const bool by_shell = after_line(text).starts_with("'''exec'");
  std::string_view rest = after_line(text);
  if (by_shell) rest = after_line(after_line(rest));
  std::set<std::string> out;
  for (const char* line : {"#!python\n", "#!python\r\n", "#!pythonw\n"})
    out.insert(hash_text(sha256(line + std::string(rest))));
  return out;
}

/// The installed RECORD, and the files where it does not say enough.
class Installed {
 public:
  Installed(const venv::InstalledDistribution& distribution, const std::vector<python::RecordEntry>& rows)
      : distribution_(distribution) {
    for (const auto& row : rows) {
      hashes_.emplace(row.path, row.hash);
      // What lies outside of the packages is found by the end of its path: where that folder is differs by system.
      for (auto slash = row.path.find('/'); row.path.starts_with("../") && slash != row.path.npos;
           slash = row.path.find('/', slash + 1))
        outside_.emplace(row.path.substr(slash + 1), row.path);
    }
  }

  bool has(const std::string& path, const std::string& hash) const {
    const auto row = hashes_.find(path);
    if (row == hashes_.end()) return false;
    if (!row->second.empty() && path != distribution_.folder + "/METADATA") return row->second == hash;
    const auto file = distribution_.site_packages / path;
    return io::target_status(file) && hash_text(*digests_of_file(file).sha256) == hash;
  }

  bool has_outside(const std::string& rest, const std::string& hash, bool script) const {
    for (auto [one, end] = outside_.equal_range(rest); one != end; ++one) {
      if (has(one->second, hash)) return true;
      if (!script) continue;
      const auto text = io::read_text_if_present(distribution_.site_packages / one->second, kScriptLimit);
      if (text && hashes_before_rewriting(*text).contains(hash)) return true;
    }
    return false;
  }

  /// A file among the packages that neither the wheel has nor an installer makes.
  std::optional<std::string> more_than(const std::set<std::string>& wheel) const {
    for (const auto& [path, hash] : hashes_)
      if (!wheel.contains(path) && !path.starts_with("../") && !path.starts_with("/") && !path.ends_with(".pyc") &&
          !path.starts_with(distribution_.folder + "/"))
        return path;
    return std::nullopt;
  }

 private:
  const venv::InstalledDistribution& distribution_;
  std::map<std::string, std::string> hashes_;
  std::multimap<std::string, std::string> outside_;  ///< every end of a path -> the path
};

}  // namespace

std::optional<std::string> unlike_installed(std::string_view wheel_record,
                                            const venv::InstalledDistribution& distribution) {
  const auto wheel = python::parse_record(wheel_record);
  if (!wheel) return "RECORD of that wheel is damaged: " + wheel.error().message;
  const auto text = io::read_text_if_present(distribution.site_packages / distribution.folder / "RECORD", kRecordLimit);
  const auto rows =
      text ? python::parse_record(*text) : Result<std::vector<python::RecordEntry>>(std::vector<python::RecordEntry>{});
  if (!text || !rows) return "the installed package has no RECORD that can be read";
  const Installed installed(distribution, *rows);
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
