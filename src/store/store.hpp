// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <filesystem>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "archive/unpack_pool.hpp"
#include "archive/wheel_checks.hpp"
#include "base/sha256.hpp"
#include "report/reporter.hpp"
#include "store/pending_wheel.hpp"
#include "store/stored_wheel.hpp"

namespace kenv::store {

/// The content store: every wheel once, unpacked and verified, named by the SHA-256 of the wheel file. Environments are
/// links to it. Below its root:
///
///   wheels/DIGEST/tree/...    the members as they lie in the wheel
///   wheels/DIGEST/object      what they are (object_text.hpp); an object without it does not exist
///   wheels/DIGEST/durable     present when a sync has put all of it on the disk
///   adding/PROCESS/...        objects that are being made or removed; nobody else looks there
///   incoming/                 wheels that are being downloaded
///
/// An object appears by one rename of a complete folder, so several processes may add at once: the first one wins, the
/// others drop theirs. All functions may be called from several threads.
class Store {
 public:
  Store(std::filesystem::path root, report::Reporter& reporter);
  ~Store();
  Store(const Store&) = delete;
  Store& operator=(const Store&) = delete;

  const std::filesystem::path& root() const { return root_; }

  /// Whether the wheel is there and intact as far as open() checks.
  bool has(const Sha256Digest& digest) const { return find(digest) != nullptr; }
  /// The wheel, or nothing. An object that was not on the disk yet when the machine stopped is compared with its files
  /// here, once, and dropped with a warning if any is missing or has another size: the file systems kenv is used on
  /// give a file its size only after its content.
  std::shared_ptr<const StoredWheel> find(const Sha256Digest& digest) const;
  /// The same; a missing one throws Error(Failed, "store-object-missing").
  std::shared_ptr<const StoredWheel> open(const Sha256Digest& digest) const;
  std::vector<Sha256Digest> list() const;

  /// Adds a wheel file whose SHA-256 the caller has verified, or returns the object that is there already.
  std::shared_ptr<const StoredWheel> add(const std::filesystem::path& wheel_file, const Sha256Digest& digest,
                                         const WheelOrigin& origin, archive::UnpackPool::Progress progress = {});
  /// The two halves of add(), for many wheels through one UnpackPool:
  ///   auto pending = std::make_shared<PendingWheel>(store.begin_add(digest, origin));
  ///   pool.submit(file, pending->tree(), [&store, pending](auto unpacked) { store.finish_add(*pending, unpacked); });
  PendingWheel begin_add(const Sha256Digest& digest, const WheelOrigin& origin);
  /// Verifies identity and RECORD, reads which GPU code the libraries hold, and gives the object its final name.
  std::shared_ptr<const StoredWheel> finish_add(PendingWheel& pending, const archive::UnpackedWheel& unpacked,
                                                archive::RecordDigests digests = archive::RecordDigests::Skip);

  /// Where a download of this name (one path component) is to be written; the folder exists afterwards.
  std::filesystem::path incoming(const std::string& file_name) const;

  /// Takes the object away at once, as one rename, and then removes it. Environments keep their links.
  void drop(const Sha256Digest& digest);
  /// To be called after io::sync_file_system(root()): these objects need no check after a restart of the machine.
  void mark_durable(std::span<const Sha256Digest> digests);
  /// Removes what processes that ended early left in adding/.
  void sweep();

 private:
  struct Workplace;

  std::filesystem::path object_folder(const Sha256Digest& digest) const;
  std::shared_ptr<const StoredWheel> load(const Sha256Digest& digest) const;
  bool intact_after_restart(StoredWheel& wheel, const std::filesystem::path& folder) const;
  void discard(const Sha256Digest& digest) const;
  std::shared_ptr<const StoredWheel> publish(PendingWheel& pending);
  std::filesystem::path new_folder() const;

  std::filesystem::path root_;
  report::Reporter& reporter_;
  mutable std::mutex guard_;
  mutable std::map<Sha256Digest, std::shared_ptr<const StoredWheel>> opened_;
  mutable std::unique_ptr<Workplace> workplace_;
};

}  // namespace kenv::store
