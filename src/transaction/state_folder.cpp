// SPDX-License-Identifier: Apache-2.0
#include "transaction/state_folder.hpp"

#include <fmt/format.h>

#include <cerrno>

#include "base/text.hpp"
#include "io/surroundings.hpp"

namespace kenv::transaction {
namespace {

// https://bford.info/cachedir/: backup programs leave a folder with this file out.
constexpr std::string_view kCacheDirectoryTag =
    "Signature: 8a477f597d28d172789f06886806bc55\n"
    "# This folder holds the generations of the environments beside it. `kenv history ENV` lists them.\n";

void write_once(const fs::path& path, std::string_view text) {
  if (!io::exists(path)) io::write_text(path, text);
}

/// The mount points of this process: the fifth field of each line, blanks written as \040 (proc(5)).
bool is_mount_point(const fs::path& path) {
  const auto table = io::read_text_if_present("/proc/self/mountinfo");
  if (!table) return false;
  std::string wanted;
  for (const char c : path.string()) {
    wanted += (c == ' ' || c == '\t' || c == '\n' || c == '\\') ? fmt::format("\\{:03o}", static_cast<unsigned>(c))
                                                                : std::string(1, c);
  }
  for (const auto line : text::lines(*table)) {
    const auto fields = text::split(line, ' ');
    if (fields.size() > 4 && fields[4] == wanted) return true;
  }
  return false;
}

}  // namespace

fs::path StateFolder::free_name(const std::string& prefix) const {
  for (int number = 1;; ++number) {
    fs::path name = root / (prefix + std::to_string(number));
    if (!io::exists(name)) return name;
  }
}

StateFolder state_folder(const fs::path& environment) {
  const fs::path root = io::resolved(environment);
  if (!root.has_filename()) {
    throw Error(ExitCode::Usage, "not-an-environment", root.string() + " cannot be a virtual environment",
                "name the environment's folder");
  }
  return {root, root.parent_path() / ".kenv" / root.filename()};
}

namespace {

/// In a folder that others may write to, somebody could have put a .kenv of his own there before us and would then
/// decide what a rollback restores: only a real folder of the environment's owner, ours, or root's is used.
void require_own(const fs::path& folder) {
  const auto there = io::status(folder);
  if (!there) return;
  const bool ours = there->owner == io::user_id() || there->owner == 0;
  if (there->kind == io::FileKind::Directory && ours) return;
  throw Error(ExitCode::Locked, "foreign-state",
              folder.string() + " is a link or belongs to another user; it is not used",
              "look at it with ls -ld, and remove or rename it if nobody needs it");
}

}  // namespace

void make_state_folder(const StateFolder& folder) {
  const fs::path shared = folder.root.parent_path();
  require_own(shared);
  require_own(folder.root);
  io::make_directories(folder.generations());
  io::make_directories(folder.kept());
  write_once(shared / ".gitignore", "*\n");
  write_once(shared / "CACHEDIR.TAG", kCacheDirectoryTag);
}

void throw_cannot_exchange(const StateFolder& folder, const std::string& why) {
  throw Error(
      ExitCode::Failed, "cannot-exchange",
      fmt::format("{} cannot be replaced in one step: {}; nothing was changed", folder.environment.string(), why),
      fmt::format("make a new environment on another file system: kenv create NEW REQUIREMENT... # in place of '{}'",
                  folder.environment.string()));
}

void require_exchange(const StateFolder& folder) {
  if (is_mount_point(folder.environment)) throw_cannot_exchange(folder, "it is a mount point");
  const fs::path one = folder.free_name("staging-");
  io::make_directory(one);
  const fs::path other = folder.free_name("staging-");
  io::make_directory(other);
  try {
    io::exchange(one, other);
  } catch (const io::FileError& error) {
    if (error.error_number() != EINVAL && error.error_number() != ENOSYS && error.error_number() != EXDEV) throw;
    throw_cannot_exchange(folder, error.what());
  }
  io::remove_empty_directory(one);
  io::remove_empty_directory(other);
}

}  // namespace kenv::transaction
