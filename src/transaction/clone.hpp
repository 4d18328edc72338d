// SPDX-License-Identifier: Apache-2.0
#pragma once
#include "transaction/seal.hpp"
#include "transaction/tree_view.hpp"

namespace kenv::transaction {

/// Builds in `to` (an empty folder) what `view` saw in `from`. The seal tells which files are linked; bytecode always
/// is, since Python replaces such a file and never writes into it.
void clone_tree(const fs::path& from, const TreeView& view, const Seal& seal, const fs::path& to);

/// Gives the folders their modes; the root is "". Last of all: a folder may deny its owner to write into it.
struct FolderMode {
  std::string path;
  std::uint32_t mode;
};
void set_folder_modes(const fs::path& root, const std::vector<FolderMode>& folders);

}  // namespace kenv::transaction
