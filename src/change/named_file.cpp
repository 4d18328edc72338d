// SPDX-License-Identifier: Apache-2.0
#include "change/named_file.hpp"

#include "base/error.hpp"
#include "io/files.hpp"

namespace kenv::change {
namespace {

/// What a shell makes of `<(command)`: /dev/fd/63, which leads to "pipe:[NUMBER]", as do links to it (/dev/stdin).
bool is_open_pipe(std::filesystem::path path) {
  for (int links = 0; links < 8; ++links) {
    const auto status = io::status(path);
    if (!status || status->kind != io::FileKind::Symlink) return false;
    const std::string target = io::read_link(path);
    if (target.starts_with("pipe:[")) return true;
    path = path.parent_path() / target;
  }
  return false;
}

}  // namespace

std::string read_named_file(const std::string& path) {
  if (!io::exists(path))
    throw Error(ExitCode::Usage, "no-such-file", "there is no file " + path,
                "check the path; relative ones start at the current folder, in a file at its own");
  if (io::is_directory(path))
    throw Error(ExitCode::Usage, "no-such-file", path + " is a folder, not a file", "name a file in it");
  if (is_open_pipe(path) || path == "/dev/null") return io::read_text(path);
  // A named pipe without a writer would hold us for ever.
  if (const auto status = io::target_status(path); !status || status->kind != io::FileKind::Regular)
    throw Error(ExitCode::Usage, "no-regular-file", path + " is neither a regular file nor an open pipe",
                "write what it gives into a file first");
  return io::read_text(path);
}

}  // namespace kenv::change
