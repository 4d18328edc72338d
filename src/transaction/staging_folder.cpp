// SPDX-License-Identifier: Apache-2.0
#include "transaction/staging_folder.hpp"

#include <utility>

namespace kenv::transaction {
namespace {

void empty(const fs::path& folder) {
  io::set_mode(folder, 0700);  // a clone has the mode of its original, which may be read-only
  for (const auto& name : io::list_directory(folder)) io::remove_tree(folder / name);
}

}  // namespace

StagingFolder::StagingFolder(OpenState& state) : state_(&state), path_(state.folder().free_name("staging-")) {
  io::make_directories(tree());
  inode_ = io::status(tree()).value().inode;
}

StagingFolder::StagingFolder(StagingFolder&& other) noexcept
    : state_(other.state_), path_(std::exchange(other.path_, {})), inode_(other.inode_) {}

StagingFolder::~StagingFolder() {
  if (path_.empty()) return;
  try {
    give_up();
  } catch (const std::exception&) {
    // The next command takes what it needs from here and sweeps the rest away; left_behind() tells until then.
  }
}

void StagingFolder::give_up() {
  const auto there = io::status(tree());
  const bool is_ours = there && there->inode == inode_;
  if (is_ours) {
    // Its content first: on a full disk that makes the room which the journal needs.
    empty(tree());
    // While the journal names this tree, that its root is still here is the proof that no switch took place: the entry
    // goes before the root.
    if (state_->journal().pending) state_->recover_again();
    io::remove_tree(tree());
  }
  if (io::exists(path_)) io::remove_empty_directory(path_);
}

std::vector<fs::path> left_behind(const StateFolder& folder) {
  std::vector<fs::path> found;
  for (const auto& name : io::list_directory(folder.root))
    if (name.starts_with("staging-")) found.push_back(folder.root / name);
  return found;
}

}  // namespace kenv::transaction
