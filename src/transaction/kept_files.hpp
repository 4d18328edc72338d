// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <vector>

#include "io/tree.hpp"
#include "transaction/seal.hpp"
#include "transaction/state_folder.hpp"

// Files that come from no wheel of the store (installed by pip or uv, written by a program, generated for this
// environment) get a second home under kept/, so that a generation survives its tree. A hard link costs no space; it
// also shares its bytes with an editor that writes in place, so only what a RECORD owns or what is large is linked.
namespace kenv::transaction {

/// Above this a file is linked even if nobody owns it: the space of a second copy would be worse.
inline constexpr std::uint64_t kLargestCopy = 64u << 20;

/// Names the file as it is now: inode, size and time of its last change. No byte of it is read.
KeptFile kept_name(const io::FileStatus& status, bool owned);

std::string kept_path(const KeptFile& file);  ///< below kept/

/// A file that is to be kept.
struct ToKeep {
  std::string path;  ///< below the root that is given
  KeptFile file;
};

/// Links or copies them; those that are kept already are left alone. In parallel.
void keep(const StateFolder& folder, const fs::path& root, std::span<const ToKeep> files);

/// Whether it is there as it was kept (size and time).
bool is_intact(const StateFolder& folder, const KeptFile& file, const SealedEntry& entry);

/// A hard link, or a copy where the file system or the owner does not allow one.
void link_or_copy(const io::OpenDirectory& from, const std::string& from_path, const io::OpenDirectory& to,
                  const std::string& to_path);

}  // namespace kenv::transaction
