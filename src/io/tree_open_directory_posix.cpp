// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <unistd.h>

#include "io/files_call_posix.hpp"
#include "io/files_status_posix.hpp"
#include "io/tree.hpp"

namespace kenv::io {

OpenDirectory::OpenDirectory(const fs::path& path)
    : path_(path), directory_(open_file(path, O_RDONLY | O_DIRECTORY, 0, "open the folder")) {}

std::optional<FileStatus> OpenDirectory::status(const std::string& relative) const {
  struct stat facts {};
  const auto result =
      restarted([&] { return ::fstatat(directory_.get(), relative.c_str(), &facts, AT_SYMLINK_NOFOLLOW); });
  if (result == 0) return to_status(facts);
  if (errno == ENOENT || errno == ENOTDIR) return std::nullopt;
  fail("look at", path_ / relative);
}

void OpenDirectory::link_from(const OpenDirectory& other, const std::string& from, const std::string& to) const {
  const auto result =
      restarted([&] { return ::linkat(other.directory_.get(), from.c_str(), directory_.get(), to.c_str(), 0); });
  if (result != 0) fail("link " + (other.path_ / from).string() + " as", path_ / to);
}

}  // namespace kenv::io
