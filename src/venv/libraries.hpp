// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "gpu/library_coverage.hpp"
#include "venv/installed.hpp"

namespace kenv::venv {

/// A file with GPU code and what it carries.
struct ScannedLibrary {
  std::string path;     ///< relative to site-packages
  std::string package;  ///< normal name of the package that owns it, empty if unknown
  gpu::LibraryTargets targets;
  std::vector<std::string> needed;  ///< libraries that it links
  std::string machine;              ///< ELF machine, "x86_64"
};

struct LibraryScan {
  struct Unreadable {
    std::string path, package, reason;
  };

  std::vector<ScannedLibrary> libraries;  ///< those with GPU code, by path
  int without_gpu_code = 0;
  std::vector<Unreadable> damaged;  ///< refused by the reader: cut off, overwritten
  std::vector<Unreadable> missing;  ///< listed in RECORD, not there
};

/// Reads the GPU code headers of all compiled files in site-packages, on all cores. Where each distribution has a
/// RECORD those say which files there are; otherwise the folders are walked, which takes longer.
LibraryScan scan_libraries(const fs::path& site_packages, const std::vector<InstalledDistribution>& installed);

}  // namespace kenv::venv
