// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>

#include "io/files.hpp"
#include "io/surroundings.hpp"
#include "store/gpu_scan.hpp"
#include "store/object_text.hpp"
#include "store/store.hpp"

namespace kenv::store {
namespace {

std::vector<StoredMember> members_of(const archive::UnpackedWheel& unpacked) {
  std::vector<StoredMember> members;
  const auto& archived = unpacked.wheel->members();
  members.reserve(archived.size());
  for (std::size_t i = 0; i < archived.size(); ++i) {
    if (archived[i].is_directory()) continue;
    const io::FileStatus& file = unpacked.files[i];
    members.push_back({archived[i].name, file.mode, file.size, archived[i].crc, file.inode, file.modified_ns});
  }
  std::ranges::sort(members, {}, &StoredMember::path);
  return members;
}

}  // namespace

std::shared_ptr<const StoredWheel> Store::add(const std::filesystem::path& wheel_file, const Sha256Digest& digest,
                                              const WheelOrigin& origin, archive::UnpackPool::Progress progress) {
  if (auto present = find(digest)) return present;
  PendingWheel pending = begin_add(digest, origin);
  return finish_add(pending, archive::unpack(wheel_file, pending.tree(), std::move(progress)));
}

PendingWheel Store::begin_add(const Sha256Digest& digest, const WheelOrigin& origin) {
  return {new_folder(), digest, origin};
}

// One rename gives the object its name. Where another process was faster its object is returned, and ours is dropped.
std::shared_ptr<const StoredWheel> Store::publish(PendingWheel& pending) {
  io::make_directories(root_ / "wheels");
  for (int attempts = 2;; --attempts) {
    try {
      io::rename(pending.folder(), object_folder(pending.digest()));
      pending.release();
      return nullptr;
    } catch (const io::FileError& error) {
      const bool taken = error.error_number() == EEXIST || error.error_number() == ENOTEMPTY;
      if (!taken || attempts == 0) throw;
    }
    if (auto theirs = find(pending.digest())) return theirs;  // none: theirs was damaged and is dropped now
  }
}

std::shared_ptr<const StoredWheel> Store::finish_add(PendingWheel& pending, const archive::UnpackedWheel& unpacked,
                                                     archive::RecordDigests digests) {
  auto name = python::WheelName::parse(pending.origin().file_name);
  if (!name) throw Error(ExitCode::VerificationFailed, "wheel-name-mismatch", name.error().text());
  archive::verify_identity(*unpacked.wheel, *name);
  archive::verify_record(*unpacked.wheel, digests);

  StoredWheel wheel;
  wheel.digest = pending.digest();
  wheel.tree = object_folder(wheel.digest) / "tree";
  wheel.origin = pending.origin();
  wheel.name = std::move(*name);
  wheel.is_purelib = unpacked.wheel->wheel().root_is_purelib;
  wheel.dist_info = unpacked.wheel->dist_info();
  wheel.boot_id = io::boot_id();
  wheel.members = members_of(unpacked);
  wheel.gpu_libraries = scan_gpu_code(unpacked, reporter_);
  if (const auto tree = io::status(pending.tree())) wheel.device = tree->device;
  io::write_text(pending.folder() / "object", render_object(wheel));

  if (auto theirs = publish(pending)) return theirs;
  const std::lock_guard lock(guard_);
  return opened_[pending.digest()] = std::make_shared<const StoredWheel>(std::move(wheel));
}

}  // namespace kenv::store
