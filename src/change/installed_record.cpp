// SPDX-License-Identifier: Apache-2.0
#include "change/installed_record.hpp"

#include <algorithm>
#include <string_view>

#include "base/sha256.hpp"
#include "change/file_digest.hpp"
#include "io/files.hpp"

namespace kenv::change {
namespace {

constexpr std::uint64_t kScriptLimit = 1u << 20;

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

}  // namespace

InstalledRecord::InstalledRecord(const venv::InstalledDistribution& distribution,
                                 const std::vector<python::RecordEntry>& rows)
    : distribution_(distribution) {
  for (const auto& row : rows) {
    hashes_.emplace(row.path, row.hash);
    // What lies outside of the packages is found by the end of its path: where that folder is differs by system.
    for (auto slash = row.path.find('/'); row.path.starts_with("../") && slash != row.path.npos;
         slash = row.path.find('/', slash + 1))
      outside_.emplace(row.path.substr(slash + 1), row.path);
  }
}

bool InstalledRecord::has(const std::string& path, const std::string& hash) const {
  const auto row = hashes_.find(path);
  if (row == hashes_.end()) return false;
  if (!row->second.empty() && path != distribution_.folder + "/METADATA") return row->second == hash;
  const auto file = distribution_.site_packages / path;
  return io::target_status(file) && hash_text(*digests_of_file(file).sha256) == hash;
}

bool InstalledRecord::has_outside(const std::string& rest, const std::string& hash, bool script) const {
  for (auto [one, end] = outside_.equal_range(rest); one != end; ++one) {
    if (has(one->second, hash)) return true;
    if (!script) continue;
    const auto text = io::read_text_if_present(distribution_.site_packages / one->second, kScriptLimit);
    if (text && hashes_before_rewriting(*text).contains(hash)) return true;
  }
  return false;
}

std::optional<std::string> InstalledRecord::more_than(const std::set<std::string>& wheel) const {
  for (const auto& [path, hash] : hashes_)
    if (!wheel.contains(path) && !path.starts_with("../") && !path.starts_with("/") && !path.ends_with(".pyc") &&
        !path.starts_with(distribution_.folder + "/"))
      return path;
  return std::nullopt;
}

}  // namespace kenv::change
