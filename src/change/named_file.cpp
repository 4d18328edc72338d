// SPDX-License-Identifier: Apache-2.0
#include "change/named_file.hpp"

#include "base/error.hpp"
#include "io/files.hpp"

namespace kenv::change {

std::string read_named_file(const std::string& path) {
  if (!io::exists(path)) throw Error(ExitCode::Usage, "no-such-file", "there is no file " + path, "check the path; relative ones start at the current folder");
  if (io::is_directory(path)) throw Error(ExitCode::Usage, "no-such-file", path + " is a folder, not a file", "name a file in it");
  // A pipe without a writer would hold us for ever.
  if (const auto status = io::target_status(path); !status || status->kind != io::FileKind::Regular)
    throw Error(ExitCode::Usage, "no-regular-file", path + " is not a regular file", "write what it gives into a file first");
  return io::read_text(path);
}

}  // namespace kenv::change
