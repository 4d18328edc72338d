// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "base/error.hpp"
#include "python/record.hpp"
#include "venv/wheel_installation.hpp"

namespace kenv::venv {
namespace {

struct Owner {
  std::size_t package = 0;
  const store::TreeEntry* entry = nullptr;
};
using Owners = std::unordered_map<std::string_view, Owner>;

std::size_t count_of(const std::vector<PackageFiles>& packages) {
  std::size_t count = 0;
  for (const PackageFiles& package : packages) count += package.entries.size();
  return count;
}

/// The digest of a file as the package's own RECORD states it: its row ends like the path. Looked up only where two
/// packages meet, which is rare, so that nothing has to be carried along for all the others.
std::string recorded_hash(const PackageFiles& package, const store::TreeEntry& entry) {
  if (const auto* made = std::get_if<store::Generated>(&entry.content))
    return "sha256=" + sha256(made->bytes).base64url();
  const auto* member = std::get_if<store::StoreMember>(&entry.content);
  const auto* list = package.entries.empty() ? nullptr : std::get_if<store::Generated>(&package.entries.back().content);
  if (!member || !list) return {};
  const std::string& record_path = package.entries.back().path;  // ".../site-packages/NAME.dist-info/RECORD"
  const fs::path site_packages = fs::path(record_path).parent_path().parent_path();
  const std::string wanted = fs::path(entry.path).lexically_relative(site_packages).generic_string();
  if (const auto rows = python::parse_record(list->bytes))
    for (const python::RecordEntry& row : *rows)
      if (row.path == wanted) return row.hash;
  return {};
}

bool is_same(const PackageFiles& first, const store::TreeEntry& one, const PackageFiles& second,
             const store::TreeEntry& other) {
  if (one.content == other.content) return true;
  const std::string hash = recorded_hash(first, one);
  return !hash.empty() && hash == recorded_hash(second, other);
}

/// A file where another package needs a folder. Neighbours share their folder, so most are looked at once.
void find_folder_collisions(const std::vector<PackageFiles>& packages, const Owners& owners,
                            std::vector<Collision>& found) {
  for (const PackageFiles& package : packages) {
    std::string_view previous;
    for (const store::TreeEntry& entry : package.entries) {
      const std::string_view path = entry.path;
      const std::string_view folder = path.substr(0, path.rfind('/') == std::string_view::npos ? 0 : path.rfind('/'));
      if (folder == previous) continue;
      previous = folder;
      for (std::string_view above = folder; !above.empty();
           above = above.substr(0, above.rfind('/') == std::string_view::npos ? 0 : above.rfind('/'))) {
        const auto owner = owners.find(above);
        if (owner == owners.end() || std::holds_alternative<store::DirectoryHere>(owner->second.entry->content))
          continue;
        found.push_back({std::string(above), packages[owner->second.package].package, package.package});
      }
    }
  }
}

Owners owners_of(const std::vector<PackageFiles>& packages, std::vector<Collision>& found) {
  Owners owners;
  owners.reserve(count_of(packages));
  for (std::size_t index = 0; index < packages.size(); ++index)
    for (const store::TreeEntry& entry : packages[index].entries) {
      const auto [owner, fresh] = owners.try_emplace(entry.path, Owner{index, &entry});
      if (fresh || is_incidental(entry.path) ||
          is_same(packages[owner->second.package], *owner->second.entry, packages[index], entry))
        continue;
      found.push_back({entry.path, packages[owner->second.package].package, packages[index].package});
    }
  return owners;
}

}  // namespace

bool is_incidental(std::string_view path) {
  static constexpr std::string_view kMarks[] = {"/site-packages/", "/dist-packages/"};
  static constexpr std::string_view kFolders[] = {"tests/",    "test/",    "docs/",      "doc/",
                                                  "examples/", "example/", "benchmarks/"};
  static constexpr std::string_view kFiles[] = {"LICENSE", "LICENCE",   "COPYING", "NOTICE",      "AUTHORS",
                                                "README",  "CHANGELOG", "CHANGES", "conftest.py", "setup.py"};
  for (const std::string_view mark : kMarks) {
    const auto at = path.find(mark);
    if (at == std::string_view::npos) continue;
    const std::string_view inside = path.substr(at + mark.size());
    const auto begins = [&](std::string_view name) { return inside.starts_with(name); };
    return std::ranges::any_of(kFolders, begins) ||
           (inside.find('/') == std::string_view::npos && std::ranges::any_of(kFiles, begins));
  }
  return false;
}

std::vector<Collision> find_collisions(const std::vector<PackageFiles>& packages) {
  std::vector<Collision> found;
  const Owners owners = owners_of(packages, found);
  find_folder_collisions(packages, owners, found);
  return found;
}

std::vector<store::TreeEntry> merged_tree(std::vector<PackageFiles> packages) {
  std::vector<Collision> found;
  const Owners owners = owners_of(packages, found);
  find_folder_collisions(packages, owners, found);
  if (!found.empty()) {
    const Collision& first = found.front();
    throw Error(ExitCode::VerificationFailed, "file-collision",
                fmt::format("{} and {} both bring `{}`, with different content", first.first, first.second, first.path),
                fmt::format("install only one of {} and {}", first.first, first.second));
  }
  // The map's keys are the entries' own paths: all is decided before the first one moves.
  std::vector<store::TreeEntry*> chosen;
  chosen.reserve(owners.size());
  for (PackageFiles& package : packages)
    for (store::TreeEntry& entry : package.entries)
      if (owners.at(entry.path).entry == &entry) chosen.push_back(&entry);
  std::vector<store::TreeEntry> tree;
  tree.reserve(chosen.size());
  for (store::TreeEntry* entry : chosen) tree.push_back(std::move(*entry));
  return tree;
}

}  // namespace kenv::venv
