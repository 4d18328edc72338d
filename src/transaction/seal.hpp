// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "io/files.hpp"
#include "store/tree.hpp"

// A seal lists every path of a generation with what it was and where its content can be had again. It makes a
// generation more than a folder: one whose tree is gone is built from it, and a tree that drifted is found out.
namespace kenv::transaction {
namespace fs = std::filesystem;

/// A file that comes from no wheel of the store: a copy or a link of it lies in the state folder under `kept/`.
struct KeptFile {
  std::string key;
  /// Restored as a hard link. Not so for what people edit in place: scripts, configuration, files that nobody owns.
  bool linked = false;
  bool operator==(const KeptFile&) const = default;
};

/// Where the content of a regular file can be had again. Folders have none.
using Origin = std::variant<std::monostate, store::StoreMember, KeptFile>;

/// Device and inode are left out on purpose: a restored file has others and is the same file.
struct SealedEntry {
  std::string path;  ///< relative to the root of the environment, "/" between names
  io::FileKind kind = io::FileKind::Regular;
  std::uint32_t mode = 0;        ///< permission bits; not kept for links, which have none of their own
  std::uint64_t size = 0;        ///< of a regular file
  std::int64_t modified_ns = 0;  ///< of a regular file
  std::string target;            ///< of a link
  Origin origin;                 ///< of a regular file
  bool operator==(const SealedEntry&) const = default;
};

struct Seal {
  std::uint32_t root_mode = 0755;    ///< of the environment's root itself
  std::vector<SealedEntry> entries;  ///< in path order (bytes), so that a folder comes before what is in it

  const SealedEntry* find(std::string_view path) const;
  std::uint64_t bytes() const;
  bool operator==(const Seal&) const = default;
};

/// Text, one line per path; docs/transaction.md describes it.
std::string to_text(const Seal& seal);

/// Refuses what could not have been written by to_text: paths that leave the environment, a file inside something that
/// is no folder, an order or a count that does not fit.
Result<Seal> parse_seal(std::string_view text);

Seal read_seal(const fs::path& file);  ///< throws Error("state-damaged")

}  // namespace kenv::transaction
