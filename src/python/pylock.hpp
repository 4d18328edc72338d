// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.hpp"
#include "base/result.hpp"
#include "python/name.hpp"
#include "python/version.hpp"

// The lock files of packaging specifications, "pylock.toml" (PEP 751), version 1.0.
namespace kenv::python {

/// A file that a lock names: a wheel, a source distribution, an archive.
struct PylockFile {
  std::string name;  ///< the file name; of one that was read also where only its address states it
  std::string url;
  std::optional<std::uint64_t> size;  ///< bytes
  std::map<std::string, std::string>
      hashes;                 ///< algorithm ("sha256") to hexadecimal digest; of one that was read at least one vouches
  std::string path{};         ///< on this machine, relative to the lock; with or instead of `url`
  std::string upload_time{};  ///< as RFC 3339 has it; left out of the file if empty
  Position where{};           ///< in the file that was read
  bool operator==(const PylockFile&) const = default;
};
using PylockWheel = PylockFile;

struct PylockPackage {
  PackageName name;
  std::optional<Version> version;  ///< source trees need not have one
  std::string requires_python;     ///< this and the next two: left out of the file if empty
  std::string marker;
  std::string index;  ///< base URL of the index that the wheels came from
  std::vector<PylockFile> wheels;
  std::optional<PylockFile> sdist{};
  std::optional<PylockFile> archive{};  ///< a wheel or an archive of sources that somebody named by its address
  std::string tree{};                   ///< "vcs" or "directory" if the package comes from one; not written
  Position tree_at{};
  Position where{};
};

/// A pylock.toml. kenv writes wheels only, every one with its hashes, one lock per target; what it reads may hold more.
struct Pylock {
  std::string created_by = "kenv";
  std::string requires_python;            ///< left out of the file if empty
  std::vector<std::string> environments;  ///< markers, of which one must hold where the lock is installed
  std::vector<PylockPackage> packages;
  /// That a lock may be asked for. An empty list says that what was locked has none; none, that it holds one choice.
  std::optional<std::vector<std::string>> extras = std::vector<std::string>{},
                                          dependency_groups = std::vector<std::string>{};
  std::vector<std::string> default_groups{};
  std::vector<Problem> notes{};  ///< of one that was read: what a newer minor version of the format may have added
};

/// The same lock gives the same bytes: packages are sorted by name and version, wheels by file name.
std::string render_pylock(const Pylock& lock);

/// Refuses with every problem that the standard's text asks a reader to find, each with its place.
tl::expected<Pylock, std::vector<Problem>> read_pylock(std::string_view text, std::string_view file);

/// Those of the hashes that vouch for the file. All of them have to be right.
Digests digests_of(const PylockFile& file);

/// "pylock.toml" and "pylock.NAME.toml", the only names that a lock may have.
bool is_pylock_name(std::string_view file_name);

}  // namespace kenv::python
