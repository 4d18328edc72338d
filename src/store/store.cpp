// SPDX-License-Identifier: Apache-2.0
#include "store/store.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <utility>

#include "base/error.hpp"
#include "io/files.hpp"
#include "io/parallel.hpp"
#include "io/surroundings.hpp"
#include "io/tree.hpp"
#include "store/object_text.hpp"
#include "store/workplace.hpp"

namespace kenv::store {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kLargestObject = 256u << 20;

// Whether any file is missing or not as large as it was; the rest of the signature is compared when a file is linked.
bool any_size_wrong(const StoredWheel& wheel) {
  const io::OpenDirectory tree(wheel.tree);
  std::atomic<bool> wrong{false};
  io::parallel_for(wheel.members.size(), 256, [&](std::size_t i) {
    const auto now = tree.status(wheel.members[i].path);
    if (!now || now->kind != io::FileKind::Regular || now->size != wheel.members[i].size) wrong = true;
  });
  return wrong;
}

}  // namespace

Store::Store(fs::path root, report::Reporter& reporter) : root_(std::move(root)), reporter_(reporter) {}
Store::~Store() = default;

fs::path Store::object_folder(const Sha256Digest& digest) const { return root_ / "wheels" / digest.hex(); }

std::shared_ptr<const StoredWheel> Store::find(const Sha256Digest& digest) const {
  {
    const std::lock_guard lock(guard_);
    if (const auto found = opened_.find(digest); found != opened_.end()) return found->second;
  }
  auto wheel = load(digest);
  if (!wheel) return nullptr;
  const std::lock_guard lock(guard_);
  return opened_.emplace(digest, std::move(wheel)).first->second;
}

std::shared_ptr<const StoredWheel> Store::open(const Sha256Digest& digest) const {
  if (auto wheel = find(digest)) return wheel;
  throw Error(ExitCode::Failed, "store-object-missing",
              fmt::format("the store {} has no wheel {}", root_.string(), digest.hex()),
              "run the command again: the wheel is fetched anew");
}

std::shared_ptr<const StoredWheel> Store::load(const Sha256Digest& digest) const {
  const fs::path folder = object_folder(digest);
  const auto text = io::read_text_if_present(folder / "object", kLargestObject);
  auto parsed = text ? parse_object(*text) : Result<StoredWheel>(refuse("its description is missing"));
  if (!text && !io::exists(folder)) return nullptr;
  if (!parsed && parsed.error().message == kNewerObject) {
    throw Error(ExitCode::Failed, "store-newer",
                fmt::format("the store object {} was {}", folder.string(), kNewerObject),
                "use that kenv, or another store: KENV_STORE_DIR=DIR");
  }
  if (parsed) {
    parsed->digest = digest;
    parsed->tree = folder / "tree";
    if (intact_after_restart(*parsed, folder)) return std::make_shared<const StoredWheel>(std::move(*parsed));
    parsed = refuse("files of it were not on the disk yet when the machine stopped");
  }
  reporter_.warn(fmt::format("the store object {} is dropped: {}", folder.string(), parsed.error().text()));
  discard(digest);
  return nullptr;
}

// Device numbers may change with a restart, too (those of btrfs and of loop devices do), so the present one counts
// then.
bool Store::intact_after_restart(StoredWheel& wheel, const fs::path& folder) const {
  if (!wheel.boot_id.empty() && wheel.boot_id == io::boot_id()) return true;
  const auto tree = io::status(wheel.tree);
  if (!tree) return false;
  wheel.device = tree->device;
  if (io::exists(folder / "durable")) return true;
  if (any_size_wrong(wheel)) return false;
  try {
    io::write_text(folder / "durable", "");  // what is read after a restart is what is on the disk
  } catch (const io::FileError&) {
    // The store may be read-only for us; the check is made again next time.
  }
  return true;
}

std::vector<Sha256Digest> Store::list() const {
  std::vector<Sha256Digest> digests;
  if (!io::exists(root_ / "wheels")) return digests;
  for (const std::string& name : io::list_directory(root_ / "wheels")) {
    if (const auto digest = Sha256Digest::from_hex(name)) digests.push_back(*digest);
  }
  return digests;
}

fs::path Store::incoming(const std::string& file_name) const {
  if (file_name.empty() || file_name.find('/') != std::string::npos || file_name == "." || file_name == "..") {
    throw Error(ExitCode::VerificationFailed, "unsafe-file-name", fmt::format("'{}' is no file name", file_name));
  }
  io::make_directories(root_ / "incoming");
  return root_ / "incoming" / file_name;
}

fs::path Store::new_folder() const {
  const std::lock_guard lock(guard_);
  if (!workplace_) workplace_ = std::make_unique<Workplace>(root_ / "adding");
  return workplace_->new_folder();
}

void Store::discard(const Sha256Digest& digest) const {
  const fs::path away = new_folder() / "dropped";
  try {
    io::rename(object_folder(digest), away);
  } catch (const io::FileError& error) {
    if (error.error_number() != ENOENT) throw;  // another process was faster
  }
  io::remove_tree(away.parent_path());
}

void Store::drop(const Sha256Digest& digest) {
  {
    const std::lock_guard lock(guard_);
    opened_.erase(digest);
  }
  discard(digest);
}

void Store::mark_durable(std::span<const Sha256Digest> digests) {
  for (const Sha256Digest& digest : digests) {
    const fs::path folder = object_folder(digest);
    if (io::exists(folder) && !io::exists(folder / "durable")) io::write_text(folder / "durable", "");
  }
}

void Store::sweep() {
  const std::lock_guard lock(guard_);
  Workplace::sweep(root_ / "adding", workplace_ ? workplace_->folder() : fs::path());
}

}  // namespace kenv::store
