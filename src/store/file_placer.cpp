// SPDX-License-Identifier: Apache-2.0
#include "store/file_placer.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <utility>

namespace kenv::store {
namespace {

// Other devices, file systems without links, files of another owner (fs.protected_hardlinks): links cannot be had here.
bool links_impossible(int error_number) {
  return error_number == EXDEV || error_number == EPERM || error_number == EOPNOTSUPP || error_number == ENOSYS;
}

}  // namespace

FilePlacer::FilePlacer(const Store& store, const std::set<Sha256Digest>& wheels, const std::filesystem::path& root)
    : root_(root) {
  for (const Sha256Digest& digest : wheels) {
    auto stored = store.open(digest);
    io::OpenDirectory tree(stored->tree);
    wheels_.emplace(digest, Wheel{std::move(stored), std::move(tree)});
  }
}

FilePlacer::Verified FilePlacer::verified(const Wheel& wheel, const std::string& path) const {
  const StoredMember* member = wheel.stored->find(path);
  if (member == nullptr) throw StoreObjectChanged(*wheel.stored, path, "is not part of the wheel");
  const auto now = wheel.tree.status(path);
  if (!now) throw StoreObjectChanged(*wheel.stored, path, "is gone");
  if (now->kind != io::FileKind::Regular || now->device != wheel.stored->device || now->inode != member->inode ||
      now->size != member->size || now->modified_ns != member->modified_ns) {
    throw StoreObjectChanged(*wheel.stored, path, "was changed after it was verified");
  }
  return {*member, now->mode};
}

LinkMode FilePlacer::place_first(const TreeEntry& entry, const StoreMember& from, LinkMode first) {
  for (const LinkMode mode : {LinkMode::Reflink, LinkMode::Hardlink}) {
    if (mode >= first && try_place(entry, from, mode)) return mode;
  }
  place(entry, from, LinkMode::Copy);
  return LinkMode::Copy;
}

void FilePlacer::place(const TreeEntry& entry, const StoreMember& from, LinkMode mode) {
  if (!try_place(entry, from, mode)) try_place(entry, from, LinkMode::Copy);
}

// False if the mode cannot be had for this file; nothing is there then.
bool FilePlacer::try_place(const TreeEntry& entry, const StoreMember& from, LinkMode mode) {
  const Wheel& wheel = wheels_.at(from.wheel);
  const Verified found = verified(wheel, from.member);
  const StoredMember& member = found.member;
  if (mode == LinkMode::Copy) {
    copy(wheel, found, entry);
    return true;
  }
  if (mode == LinkMode::Reflink) {
    if (!io::reflink(wheel.tree.path() / member.path, root_.path() / entry.path, entry.mode)) return false;
  } else {
    // A chmod in an environment reaches the store through a hard link; the content is still what was verified.
    if (!same_use(entry.mode, member.mode) || found.mode != member.mode) return false;
    try {
      root_.link_from(wheel.tree, member.path, entry.path);
    } catch (const io::FileError& error) {
      if (links_impossible(error.error_number()) || error.error_number() == EMLINK) return false;
      throw;
    }
  }
  bytes_linked_ += member.size;
  return true;
}

void FilePlacer::copy(const Wheel& wheel, const Verified& found, const TreeEntry& entry) {
  const StoredMember& member = found.member;
  const auto target = root_.path() / entry.path;
  io::copy_file(wheel.tree.path() / member.path, target);
  const std::uint32_t mode = same_use(entry.mode, member.mode) ? member.mode : entry.mode;
  if (mode != found.mode) io::set_mode(target, mode);
  bytes_copied_ += member.size;
}

}  // namespace kenv::store
