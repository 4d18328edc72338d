// SPDX-License-Identifier: Apache-2.0
#include "store/workplace.hpp"

#include <cerrno>

#include "base/error.hpp"

namespace kenv::store {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kLockName = "lock";
constexpr std::string_view kPurpose = "adding to the store";

std::unique_ptr<io::Lock> lock_if_free(const fs::path& folder) {
  try {
    return std::make_unique<io::Lock>(folder / kLockName, kPurpose);
  } catch (const io::FileError& error) {
    if (error.error_number() == ENOENT) return nullptr;  // swept away
    throw;
  } catch (const Error& error) {
    if (error.exit_code() == ExitCode::Locked) return nullptr;
    throw;
  }
}

}  // namespace

Store::Workplace::Workplace(const fs::path& adding) {
  io::make_directories(adding);
  // Somebody who sweeps may take the folder between its making and its locking: then another one is made.
  while (!lock_) {
    io::TemporaryDirectory made("", adding);
    auto lock = lock_if_free(made.path());
    if (!lock || !io::exists(made.path() / kLockName)) continue;
    folder_ = made.release();
    lock_ = std::move(lock);
  }
}

Store::Workplace::~Workplace() {
  try {
    io::remove_tree(folder_);
  } catch (const std::exception&) {
    // Somebody's sweep will remove it: the lock ends with us.
  }
}

fs::path Store::Workplace::new_folder() {
  const fs::path folder = folder_ / std::to_string(serial_++);
  io::make_directory(folder);
  return folder;
}

void Store::Workplace::sweep(const fs::path& adding, const fs::path& own) {
  if (!io::exists(adding)) return;
  for (const std::string& name : io::list_directory(adding)) {
    const fs::path folder = adding / name;
    if (folder == own || !io::exists(folder / kLockName)) continue;
    if (const auto lock = lock_if_free(folder)) io::remove_tree(folder);
  }
}

}  // namespace kenv::store
