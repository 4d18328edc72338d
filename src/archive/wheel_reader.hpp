// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "archive/central_directory.hpp"
#include "archive/file_source.hpp"
#include "python/metadata.hpp"
#include "python/record.hpp"
#include "python/wheel_file.hpp"

namespace kenv::archive {

/// A wheel file on disk. Opening it checks the archive (central_directory.hpp says against what); nothing of the
/// content is in memory but what is asked for. All functions may be called from several threads at once. Whatever is
/// wrong throws Error(VerificationFailed, "wheel-...") naming the file and the member.
class WheelReader {
 public:
  explicit WheelReader(const io::fs::path& path);

  const io::fs::path& path() const { return path_; }
  std::string file_name() const { return path_.filename().string(); }
  const std::vector<Member>& members() const { return directory_.members; }
  const Member* find(std::string_view name) const;
  std::uint64_t unpacked_size() const;
  const FileSource& source() const { return source_; }

  /// The verified content of a small member; refuses one larger than `limit` bytes.
  std::string read(const Member& member, std::uint64_t limit = 64u << 20) const;

  /// The name of the one "*.dist-info" folder, without "/".
  std::string dist_info() const;
  python::WheelFile wheel() const;
  python::CoreMetadata metadata() const;
  std::vector<python::RecordEntry> record() const;

 private:
  std::string read_dist_info(std::string_view name, std::uint64_t limit) const;

  io::fs::path path_;
  FileSource source_;
  CentralDirectory directory_;
};

}  // namespace kenv::archive
