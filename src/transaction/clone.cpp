// SPDX-License-Identifier: Apache-2.0
#include "transaction/clone.hpp"

#include "io/parallel.hpp"
#include "transaction/kept_files.hpp"

namespace kenv::transaction {
namespace {

bool is_linked(const Seal& seal, const std::string& path) {
  const SealedEntry* entry = seal.find(path);
  if (entry == nullptr) return is_bytecode(path);
  const auto* kept = std::get_if<KeptFile>(&entry->origin);
  return kept != nullptr ? kept->linked : std::holds_alternative<store::StoreMember>(entry->origin);
}

}  // namespace

void clone_tree(const fs::path& from, const TreeView& view, const Seal& seal, const fs::path& to) {
  std::vector<std::string> folders;
  std::vector<FolderMode> modes{{"", view.root_mode}};
  for (const auto& [path, status] : view.entries) {
    if (status.kind != io::FileKind::Directory) continue;
    folders.push_back(path);
    modes.push_back({path, status.mode});
  }
  io::make_directory_tree(to, std::move(folders));
  const io::OpenDirectory source(from), clone(to);
  io::parallel_for(view.entries.size(), io::kNeighbours, [&](std::size_t i) {
    const auto& [path, status] = view.entries[i];
    if (status.kind == io::FileKind::Symlink) return io::symlink(view.targets.at(path), to / path);
    if (status.kind != io::FileKind::Regular) return;
    is_linked(seal, path) ? link_or_copy(source, path, clone, path) : io::copy_file(from / path, to / path);
  });
  set_folder_modes(to, modes);
}

// Made with the mask of this process, so they are looked at before they are changed. The deepest come first: a folder
// that may not be searched any more hides what is in it.
void set_folder_modes(const fs::path& root, const std::vector<FolderMode>& folders) {
  for (auto folder = folders.rbegin(); folder != folders.rend(); ++folder) {
    const fs::path path = folder->path.empty() ? root : root / folder->path;
    if (io::status(path).value().mode != folder->mode) io::set_mode(path, folder->mode);
  }
}

}  // namespace kenv::transaction
