// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <atomic>
#include <map>
#include <memory>
#include <set>

#include "io/tree.hpp"
#include "store/place_entries.hpp"

namespace kenv::store {

/// Whether both files may be run or neither may: what a mode says to an environment, whatever the umask was.
inline bool same_use(std::uint32_t one, std::uint32_t other) { return ((one & 0111) != 0) == ((other & 0111) != 0); }

/// Puts single files of stored wheels into one root; what place_entries does for each entry on any thread.
class FilePlacer {
 public:
  /// Opens all `wheels` that will be asked for.
  FilePlacer(const Store& store, const std::set<Sha256Digest>& wheels, const std::filesystem::path& root);

  /// Tries the modes from `first` on until one works with this file, places it, and says which it was.
  LinkMode place_first(const TreeEntry& entry, const StoreMember& from, LinkMode first);
  void place(const TreeEntry& entry, const StoreMember& from, LinkMode mode);

  std::uint64_t bytes_linked() const { return bytes_linked_; }
  std::uint64_t bytes_copied() const { return bytes_copied_; }

 private:
  struct Wheel {
    std::shared_ptr<const StoredWheel> stored;
    io::OpenDirectory tree;
  };

  struct Verified {
    const StoredMember& member;
    std::uint32_t mode;  ///< of the file now
  };

  Verified verified(const Wheel& wheel, const std::string& member) const;
  bool try_place(const TreeEntry& entry, const StoreMember& from, LinkMode mode);
  void copy(const Wheel& wheel, const Verified& found, const TreeEntry& entry);

  io::OpenDirectory root_;
  std::map<Sha256Digest, Wheel> wheels_;
  std::atomic<std::uint64_t> bytes_linked_{0}, bytes_copied_{0};
};

}  // namespace kenv::store
