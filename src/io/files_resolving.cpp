// SPDX-License-Identifier: Apache-2.0
#include <system_error>

#include "io/files.hpp"

namespace kenv::io {

fs::path resolved(const fs::path& path) {
  std::error_code problem;
  fs::path result = fs::weakly_canonical(fs::absolute(path), problem);
  if (problem) throw FileError("follow the links of", path, problem.value());
  if (!result.has_filename() && result.has_relative_path()) result = result.parent_path();  // "environment/"
  return result;
}

}  // namespace kenv::io
