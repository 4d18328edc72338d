// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <set>

#include "io/parallel.hpp"
#include "transaction/seal_text.hpp"
#include "transaction/staging.hpp"

namespace kenv::transaction {
namespace {

std::string folder_of(const std::string& path) {
  const auto slash = path.rfind('/');
  return slash == std::string::npos ? "" : path.substr(0, slash);
}

/// The folders of a tree that may be entered. A link to a folder may not: it leads to what is not ours to remove.
class Folders {
 public:
  explicit Folders(const fs::path& root) : root_(root) {}

  /// False if there is no such folder.
  bool enter(const std::string& path) {
    if (path.empty()) return true;
    if (const auto known = known_.find(path); known != known_.end()) return known->second;
    return known_[path] = enter(folder_of(path)) && look(path);
  }

 private:
  bool look(const std::string& path) const {
    const auto status = io::status(root_ / path);
    if (status && status->kind == io::FileKind::Symlink) {
      throw Error(ExitCode::Failed, "path-leaves-environment",
                  fmt::format("{} is a link; what is behind it is not removed", path));
    }
    return status && status->kind == io::FileKind::Directory;
  }

  const fs::path& root_;
  std::map<std::string, bool> known_;
};

/// "module" of "module.py" and of "module.cpython-312.opt-1.pyc".
std::string_view stem(std::string_view name) { return name.substr(0, name.find('.')); }

/// Bytecode without its source is dead, or worse: it hides that the module is gone.
void remove_bytecode(const fs::path& folder, const std::set<std::string>& removed_modules) {
  const fs::path cache = folder / "__pycache__";
  const auto status = io::status(cache);
  if (!status || status->kind != io::FileKind::Directory) return;
  std::size_t left = 0;
  for (const auto& name : io::list_directory(cache)) {
    const bool dead = name.ends_with(".pyc") && removed_modules.contains(std::string(stem(name)));
    if (dead) io::remove_file(cache / name);
    left += dead ? 0 : 1;
  }
  if (left == 0) io::remove_empty_directory(cache);
}

void remove_empty_folders(const fs::path& root, std::string folder) {
  for (; !folder.empty(); folder = folder_of(folder)) {
    if (!io::exists(root / folder)) continue;
    if (!io::list_directory(root / folder).empty()) return;
    io::remove_empty_directory(root / folder);
  }
}

}  // namespace

void Staging::remove(std::span<const std::string> paths) {
  const fs::path top = root();
  Folders folders(top);
  std::map<std::string, std::set<std::string>> modules;  // removed ones, by folder
  std::vector<const std::string*> present;
  for (const auto& path : paths) {
    if (!is_inner_path(path))
      throw Error(ExitCode::Failed, "path-leaves-environment", fmt::format("{} is no path in the environment", path));
    const std::string folder = folder_of(path);
    if (!folders.enter(folder)) continue;
    auto& removed = modules[folder];
    if (path.ends_with(".py")) removed.emplace(stem(fs::path(path).filename().string()));
    from_store_.erase(path);
    present.push_back(&path);
  }
  io::parallel_for(present.size(), io::kNeighbours, [&](std::size_t i) {
    const fs::path path = top / *present[i];
    const auto status = io::status(path);
    if (!status) return;
    status->kind == io::FileKind::Directory ? io::remove_tree(path)
                                            : static_cast<void>(io::remove_file_if_present(path));
  });
  for (auto folder = modules.rbegin(); folder != modules.rend(); ++folder) {
    if (!folder->second.empty()) remove_bytecode(top / folder->first, folder->second);
    remove_empty_folders(top, folder->first);
  }
}

}  // namespace kenv::transaction
