// SPDX-License-Identifier: Apache-2.0
#include <cerrno>
#include <system_error>

#include "io/files.hpp"

namespace kenv::io {
namespace {

std::string code_word(int error_number) {
  switch (error_number) {
    case ENOSPC:
    case EDQUOT:
      return "disk-full";
    case EACCES:
    case EPERM:
    case EROFS:
      return "permission-denied";
    case ENOENT:
      return "file-missing";
    default:
      return "file-error";
  }
}

/// Where the file system of a path is mounted: it outlives the path, which whoever failed may take away again.
std::string mount_point_of(const fs::path& path) {
  std::error_code problem;
  fs::path here = fs::absolute(path, problem).lexically_normal();
  while (here.has_relative_path() && !target_status(here)) here = here.parent_path();
  const auto device = target_status(here).value().device;
  for (fs::path above = here.parent_path(); above != here; here = above, above = here.parent_path()) {
    const auto status = target_status(above);
    if (!status || status->device != device) break;
  }
  return here.string();
}

std::string way_out(const fs::path& path, int error_number) {
  const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
  switch (error_number) {
    case ENOSPC:
      return "free some space and run the command again: df -h '" + mount_point_of(path) + "'";
    case EDQUOT:
      return "your disk quota is used up: quota -s";
    case EACCES:
    case EPERM:
      return "see who owns it: ls -ld '" + folder + "' '" + path.string() + "'";
    case EROFS:
      return "the file system is mounted read-only: findmnt -T '" + folder + "'";
    case EMFILE:
      return "raise the limit of open files and run the command again: ulimit -n 4096";
    case EIO:
      return "the disk reports a fault; see: dmesg | tail";
    default:
      return {};
  }
}

}  // namespace

FileError::FileError(std::string_view doing, const fs::path& path, int error_number)
    : Error(ExitCode::Failed, code_word(error_number),
            "cannot " + std::string(doing) + " " + path.string() + ": " + std::generic_category().message(error_number),
            way_out(path, error_number)),
      path_(path),
      error_number_(error_number) {}

}  // namespace kenv::io
