// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <vector>

#include "gpu/library_coverage.hpp"

namespace kenv::change {

/// A file that may hold GPU code, or a member of a wheel, and what it holds.
struct InspectedFile {
  std::string path;     ///< "torch-2.15.0...whl:torch/lib/libtorch_cuda.so" for a member
  std::string package;  ///< of a wheel's member: the wheel's project; else empty
  gpu::LibraryTargets targets;
  std::string problem;     ///< why it could not be read, empty if it could
  bool is_library = true;  ///< of a format that can hold GPU code
};

/// Files with GPU code below (or at) `path`: a library, a folder, a wheel. A file that is named itself is listed even
/// if it has none. Wheels are read without unpacking them to the disk as a whole. Throws Error(Usage) if nothing is
/// there.
std::vector<InspectedFile> inspect_path(const std::string& path);

}  // namespace kenv::change
