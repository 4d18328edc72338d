// SPDX-License-Identifier: Apache-2.0
#include "transaction/package_changes.hpp"

#include <map>
#include <set>

#include "base/text.hpp"
#include "python/name.hpp"

namespace kenv::transaction {
namespace {

constexpr std::string_view kSuffix = ".dist-info";

/// Name → versions; an upgrade that was interrupted leaves two of them.
using Packages = std::map<python::PackageName, std::set<std::string>>;

/// The folder that packages are installed into; what a package carries along further below it is not installed.
bool is_installation_folder(const fs::path& folder) {
  return folder.filename() == "site-packages" || folder.filename() == "dist-packages";
}

Packages packages_in(const Seal& seal) {
  Packages packages;
  for (const auto& entry : seal.entries) {
    if (entry.kind != io::FileKind::Directory || !entry.path.ends_with(kSuffix)) continue;
    const fs::path path = entry.path;
    const std::string folder = path.filename().string();
    const auto dash = folder.rfind('-', folder.size() - kSuffix.size() - 1);
    if (dash == std::string::npos || !is_installation_folder(path.parent_path())) continue;
    if (auto name = python::PackageName::parse(folder.substr(0, dash)))
      packages[*std::move(name)].insert(folder.substr(dash + 1, folder.size() - kSuffix.size() - dash - 1));
  }
  return packages;
}

std::string versions_of(const python::PackageName& name, const Packages& packages) {
  const auto found = packages.find(name);
  if (found == packages.end()) return {};
  return text::join(std::vector<std::string>(found->second.begin(), found->second.end()), ", ");
}

}  // namespace

std::vector<PackageChange> package_changes(const Seal& before, const Seal& after) {
  const Packages old = packages_in(before), now = packages_in(after);
  Packages all = old;
  all.insert(now.begin(), now.end());
  std::vector<PackageChange> changes;
  for (const auto& [name, versions] : all) {
    PackageChange change{name.text(), versions_of(name, old), versions_of(name, now)};
    if (change.from != change.to) changes.push_back(std::move(change));
  }
  return changes;
}

}  // namespace kenv::transaction
