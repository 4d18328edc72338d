// SPDX-License-Identifier: Apache-2.0
#include "commands/write_locks.hpp"

#include <algorithm>

#include "change/lock_files.hpp"
#include "io/files.hpp"

namespace kenv::commands {
namespace {

bool written_by_kenv(const io::fs::path& path, const std::string& text) {
  if (path.filename() == change::kLockFile) return plan::read_lock(text).has_value();
  const auto pylock = python::read_pylock(text, path.string());
  return pylock && pylock->created_by == python::Pylock{}.created_by;
}

/// Wheels below the lock's own folder are named from there, so that both can be moved together.
std::string pylock_text(const plan::LockTarget& target, const io::fs::path& folder) {
  auto pylock = plan::to_pylock(target);
  const std::string here = (io::fs::absolute(folder).lexically_normal() / "").string();
  const auto shorten = [&](python::PylockFile& file) {
    if (file.path.starts_with(here)) file.path.erase(0, here.size());
  };
  for (auto& package : pylock.packages) {
    for (auto& wheel : package.wheels) shorten(wheel);
    if (package.archive) shorten(*package.archive);
  }
  return python::render_pylock(pylock);
}

/// Pylocks that an earlier kenv.lock here names and this one does not: somebody may still install from them.
void tell_left_over(const io::fs::path& folder, const plan::Lock& lock, report::Reporter& reporter) {
  const auto text = io::read_text_if_present(folder / change::kLockFile);
  const auto earlier = text ? plan::read_lock(*text) : refuse("none");
  if (!earlier) return;
  for (const auto& before : earlier->targets) {
    const bool again = std::any_of(lock.targets.begin(), lock.targets.end(),
                                   [&](const auto& target) { return target.file == before.file; });
    if (!before.file.empty() && !again && io::exists(folder / before.file))
      reporter.warn((folder / before.file).string() + " is left from an earlier lock; this one does not name it");
  }
}

}  // namespace

void write_locks(const plan::Lock& lock, const std::string& directory, Services& services) {
  const io::fs::path folder(directory);
  std::vector<std::pair<io::fs::path, std::string>> files;
  for (const auto& target : lock.targets)
    if (!target.file.empty()) files.emplace_back(folder / target.file, pylock_text(target, folder));
  files.emplace_back(folder / change::kLockFile, plan::render_lock(lock));
  for (const auto& [path, text] : files) {
    const auto there = io::read_text_if_present(path);
    if (!there || written_by_kenv(path, *there)) continue;
    if (!services.question.confirm(path.string() + " was not written by kenv: overwrite it?"))
      throw Error(ExitCode::Failed, "declined", "not agreed to; nothing was written", "");
  }
  tell_left_over(folder, lock, services.reporter);
  io::make_directories(folder);
  for (const auto& [path, text] : files) io::write_text_durably(path, text);
}

}  // namespace kenv::commands
