// SPDX-License-Identifier: Apache-2.0
#include "transaction/restore.hpp"

#include <fmt/format.h>

#include "io/parallel.hpp"
#include "store/place_entries.hpp"
#include "transaction/clone.hpp"
#include "transaction/kept_files.hpp"
#include "transaction/tree_view.hpp"

namespace kenv::transaction {
namespace {

std::string message(int generation, const Missing& missing) {
  std::string text =
      fmt::format("generation {} cannot be restored from this machine alone; nothing was changed", generation);
  if (!missing.wheels.empty())
    text += fmt::format("; {} of its wheels are no longer in the store", missing.wheels.size());
  if (!missing.files.empty()) {
    text += fmt::format("; {} of its files were overwritten in place and are in no wheel, the first is {}",
                        missing.files.size(), missing.files.front());
  }
  return text;
}

bool is_intact(const store::Store& store, const store::StoreMember& wanted, const SealedEntry& entry) {
  const auto wheel = store.find(wanted.wheel);  // remembered by the store, so this is cheap for the next member
  const auto* member = wheel ? wheel->find(wanted.member) : nullptr;
  if (member == nullptr || member->size != entry.size) return false;
  const auto status = io::status(wheel->tree / member->path);
  return status && status->device == wheel->device && status->inode == member->inode && status->size == member->size &&
         status->modified_ns == member->modified_ns;
}

void restore_kept(const io::OpenDirectory& kept, const SealedEntry& entry, const KeptFile& file,
                  const io::OpenDirectory& root) {
  const std::string from = kept_path(file);
  const bool same_mode = kept.status(from).value().mode == entry.mode;
  if (file.linked && same_mode) return link_or_copy(kept, from, root, entry.path);
  io::copy_file(kept.path() / from, root.path() / entry.path);
  if (!same_mode) io::set_mode(root.path() / entry.path, entry.mode);
}

/// A wheel that was fetched again has files with other times, and with modes that the umask of that day left: the same
/// content and use, vouched for by the wheel's digest.
Seal as_built(Seal seal, const TreeView& view) {
  auto found = view.entries.begin();
  for (auto& entry : seal.entries) {
    while (found != view.entries.end() && found->path < entry.path) ++found;
    const bool from_store = std::holds_alternative<store::StoreMember>(entry.origin);
    if (!from_store || found == view.entries.end() || found->path != entry.path) continue;
    entry.modified_ns = found->status.modified_ns;
    if ((entry.mode & 0111) == (found->status.mode & 0111)) entry.mode = found->status.mode;
  }
  return seal;
}

void require_equal(const Seal& seal, const TreeView& view, int generation) {
  const auto different = compare(seal, view);
  if (different.empty()) return;
  throw Error(ExitCode::VerificationFailed, "restored-differs",
              fmt::format("generation {} was rebuilt but is not what it was: {}; nothing was changed", generation,
                          summary(different)),
              "see the other generations: kenv history");
}

}  // namespace

MissingObjects::MissingObjects(int generation, Missing missing)
    : Error(ExitCode::Failed, "missing-objects", message(generation, missing)), missing_(std::move(missing)) {}

Missing find_missing(const StateFolder& folder, const store::Store& store, const Seal& seal) {
  Missing missing;
  for (const auto& entry : seal.entries) {
    if (const auto* kept = std::get_if<KeptFile>(&entry.origin)) {
      if (!is_intact(folder, *kept, entry)) missing.files.push_back(entry.path);
    } else if (const auto* member = std::get_if<store::StoreMember>(&entry.origin)) {
      if (!is_intact(store, *member, entry)) missing.wheels.insert(member->wheel);
    } else if (entry.kind == io::FileKind::Regular) {
      missing.files.push_back(entry.path);
    }
  }
  return missing;
}

Seal restore(const StateFolder& folder, const store::Store& store, int generation, const Seal& seal,
             const fs::path& root) {
  if (auto missing = find_missing(folder, store, seal); !missing.empty())
    throw MissingObjects(generation, std::move(missing));
  std::vector<std::string> directories;
  std::vector<FolderMode> modes{{"", seal.root_mode}};
  std::vector<store::TreeEntry> members;
  for (const auto& entry : seal.entries) {
    if (entry.kind == io::FileKind::Directory) {
      directories.push_back(entry.path);
      modes.push_back({entry.path, entry.mode});
    } else if (const auto* member = std::get_if<store::StoreMember>(&entry.origin)) {
      members.push_back({entry.path, entry.mode, *member});
    }
  }
  io::make_directory_tree(root, std::move(directories));
  store::place_entries(store, members, root);
  const io::OpenDirectory kept_files(folder.kept()), tree(root);
  io::parallel_for(seal.entries.size(), io::kNeighbours, [&](std::size_t i) {
    const auto& entry = seal.entries[i];
    if (entry.kind == io::FileKind::Symlink) io::symlink(entry.target, root / entry.path);
    if (const auto* kept = std::get_if<KeptFile>(&entry.origin)) restore_kept(kept_files, entry, *kept, tree);
  });
  set_folder_modes(root, modes);
  const TreeView view = look_at(root);
  Seal rebuilt = as_built(seal, view);
  require_equal(rebuilt, view, generation);
  return rebuilt;
}

}  // namespace kenv::transaction
