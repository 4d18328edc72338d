// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.hpp"
#include "store/store.hpp"
#include "store/tree.hpp"

namespace kenv::store {

/// How a file of the store comes into an environment. A reflink shares the blocks until somebody writes; a hard link is
/// the same file, so whoever writes in place changes the store, too; a copy costs its bytes.
enum class LinkMode { Reflink, Hardlink, Copy };
std::string_view to_text(LinkMode mode);  ///< "reflink", "hardlink", "copy"

struct PlaceOptions {
  std::optional<LinkMode> mode{};                       ///< none: the first of the three that works here
  std::function<void(std::uint64_t files)> progress{};  ///< called from any thread, each time with what is new
};

struct PlaceResult {
  LinkMode mode = LinkMode::Copy;  ///< really used for files of the store
  std::uint64_t files = 0;         ///< all that were made, folders aside
  std::uint64_t bytes_linked = 0;  ///< shared with the store
  std::uint64_t bytes_copied = 0;  ///< new on the disk, generated ones included
};

/// A file of the store is not what was verified when it was added: it was edited, damaged, or removed.
class StoreObjectChanged : public Error {
 public:
  StoreObjectChanged(const StoredWheel& wheel, std::string member, const std::string& what);
  const Sha256Digest& digest() const { return digest_; }
  const std::string& member() const { return member_; }

 private:
  Sha256Digest digest_;
  std::string member_;
};

/// Makes the entries below `root`: folders first, then files and links, on all cores. No entry may exist yet.
/// A file whose signature is not the recorded one is never placed: StoreObjectChanged ("store-object-changed") is
/// thrown; the way on is Store::drop(digest) and to add the wheel again. A file whose x bits must differ from the
/// store's is copied in every mode but Reflink, since a hard link has one mode.
PlaceResult place_entries(const Store& store, std::span<const TreeEntry> entries, const std::filesystem::path& root,
                          const PlaceOptions& options = {});

}  // namespace kenv::store
