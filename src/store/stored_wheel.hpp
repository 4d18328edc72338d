// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/sha256.hpp"
#include "gpu/library_coverage.hpp"
#include "python/wheel_name.hpp"

namespace kenv::store {

/// A file of an unpacked wheel with its signature: what stat said when it was written and verified. A file whose stat
/// says something else has been changed since. (ctime is not part of it: every hard link changes that.)
struct StoredMember {
  std::string path;           ///< in the wheel, "/" between names
  std::uint32_t mode = 0644;  ///< permission bits of the file in the store
  std::uint64_t size = 0;
  std::uint32_t crc = 0;  ///< CRC-32, as the wheel states it
  std::uint64_t inode = 0;
  std::int64_t modified_ns = 0;
  bool operator==(const StoredMember&) const = default;
};

/// Where a wheel came from, as kenv was told; URLs without credentials and query.
struct WheelOrigin {
  std::string file_name;
  std::string url;
  std::string index;  ///< the index's name ("pypi"), empty for a file or a direct URL
  bool operator==(const WheelOrigin&) const = default;
};

/// A wheel of the store: verified, unpacked, and never changed afterwards.
struct StoredWheel {
  Sha256Digest digest;         ///< of the wheel file
  std::filesystem::path tree;  ///< the folder that holds the members as they lie in the wheel
  WheelOrigin origin;
  python::WheelName name;
  bool is_purelib = false;                                   ///< WHEEL's Root-Is-Purelib
  std::string dist_info;                                     ///< "torch-2.15.0.dist-info"
  std::string boot_id;                                       ///< of the machine's run in which it was unpacked
  std::uint64_t device = 0;                                  ///< of all its files
  std::vector<StoredMember> members;                         ///< the files, sorted by path
  std::map<std::string, gpu::LibraryTargets> gpu_libraries;  ///< by path: the members with GPU code, and which

  const StoredMember* find(std::string_view path) const;
  std::uint64_t size() const;  ///< bytes of all members
};

}  // namespace kenv::store
