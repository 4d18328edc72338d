// SPDX-License-Identifier: Apache-2.0
#include "transaction/kept_files.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <set>

#include "io/parallel.hpp"

namespace kenv::transaction {
namespace {

/// 256 folders: links into one folder wait for each other.
std::string shard(const KeptFile& file) { return file.key.size() < 2 ? file.key : file.key.substr(0, 2); }

/// A copy ends under its name only when it is whole; a crash leaves a name that no seal mentions.
void keep_one(const io::OpenDirectory& root, const io::OpenDirectory& kept, const ToKeep& one) {
  const std::string to = kept_path(one.file);
  if (kept.status(to)) return;
  if (one.file.linked) return link_or_copy(root, one.path, kept, to);
  const fs::path partial = kept.path() / (to + ".partial");
  io::remove_file_if_present(partial);
  io::copy_file(root.path() / one.path, partial);
  io::rename(partial, kept.path() / to);
}

}  // namespace

KeptFile kept_name(const io::FileStatus& status, bool owned) {
  // The low bits of an inode vary most: they come first and spread the files over the folders.
  const auto inode = status.inode;
  return {fmt::format("{:02x}{:x}-{:x}-{:x}", inode & 0xff, inode >> 8, status.size,
                      static_cast<std::uint64_t>(status.modified_ns)),
          owned || status.size > kLargestCopy};
}

std::string kept_path(const KeptFile& file) { return shard(file) + "/" + file.key; }

void keep(const StateFolder& folder, const fs::path& root, std::span<const ToKeep> files) {
  // Hard links within one tree are one file: it is kept once, and no two threads make the same name.
  std::set<std::string> shards, keys;
  std::vector<const ToKeep*> different;
  for (const auto& each : files) {
    shards.insert(shard(each.file));
    if (keys.insert(each.file.key).second) different.push_back(&each);
  }
  if (files.empty()) return;
  io::make_directory_tree(folder.kept(), {shards.begin(), shards.end()});
  const io::OpenDirectory from(root), to(folder.kept());
  io::parallel_for(different.size(), io::kNeighbours, [&](std::size_t i) { keep_one(from, to, *different[i]); });
}

bool is_intact(const StateFolder& folder, const KeptFile& file, const SealedEntry& entry) {
  const auto status = io::status(folder.kept() / kept_path(file));
  return status && status->kind == io::FileKind::Regular && status->size == entry.size &&
         status->modified_ns == entry.modified_ns;
}

void link_or_copy(const io::OpenDirectory& from, const std::string& from_path, const io::OpenDirectory& to,
                  const std::string& to_path) {
  try {
    to.link_from(from, from_path, to_path);
  } catch (const io::FileError& error) {
    switch (error.error_number()) {
      case EXDEV:   // another file system
      case EPERM:   // no links here, or a file of another user (protected_hardlinks)
      case EMLINK:  // too many already
      case EOPNOTSUPP:
        break;
      default:
        throw;
    }
    io::copy_file(from.path() / from_path, to.path() / to_path);
  }
}

}  // namespace kenv::transaction
