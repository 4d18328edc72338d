// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "io/files.hpp"

namespace kenv::io {

struct WalkedEntry {
  std::string path;  ///< relative to the root, "/" between names
  FileStatus status;
};

/// Every path below `root` (root itself left out), parents before children, in path order. `skip` decides by relative
/// path whether a directory is left out with all below it. Links are not followed. Directories are read by all cores.
std::vector<WalkedEntry> walk_tree(const fs::path& root, const std::function<bool(std::string_view)>& skip = {});

/// Creates the directories (relative paths, any order, parents need not be listed) below root, in parallel.
void make_directory_tree(const fs::path& root, std::vector<std::string> directories);

}  // namespace kenv::io
