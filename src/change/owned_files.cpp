// SPDX-License-Identifier: Apache-2.0
#include "change/owned_files.hpp"

#include <memory>
#include <string>
#include <unordered_set>

namespace kenv::change {

transaction::Owned owned_files(const venv::Environment& environment, const venv::EnvironmentContents& contents) {
  auto paths = std::make_shared<std::unordered_set<std::string>>();
  for (const auto& distribution : contents.installed)
    for (auto& path : venv::files_of(distribution, environment.root).paths) paths->insert(std::move(path));
  return [paths](std::string_view path) { return paths->contains(std::string(path)); };
}

transaction::Owned owned_files_of(const std::string& path) {
  const auto environment = venv::open_environment(path);
  if (environment.kind != venv::EnvironmentKind::Virtual) return [](std::string_view) { return false; };
  venv::EnvironmentContents contents;
  for (const auto& folder : environment.site_packages) {
    auto installed = venv::read_installed(folder);
    contents.installed.insert(contents.installed.end(), std::make_move_iterator(installed.begin()),
                              std::make_move_iterator(installed.end()));
  }
  return owned_files(environment, contents);
}

}  // namespace kenv::change
