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

/// A folder kept open, whose entries are reached by paths relative to it: without walking the way to it again for each
/// of thousands of files, and in the same folder even if somebody renames it meanwhile.
class OpenDirectory {
 public:
  explicit OpenDirectory(const fs::path& path);
  const fs::path& path() const { return path_; }
  std::optional<FileStatus> status(const std::string& relative) const;  ///< links not followed; none if absent
  /// A hard link here to a file of `other`.
  void link_from(const OpenDirectory& other, const std::string& from, const std::string& to) const;

 private:
  fs::path path_;
  FileDescriptor directory_;
};

}  // namespace kenv::io
