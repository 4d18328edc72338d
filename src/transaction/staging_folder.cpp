// SPDX-License-Identifier: Apache-2.0
#include "transaction/staging_folder.hpp"

#include <utility>

namespace kenv::transaction {

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
    // The next command takes what it needs from here and sweeps the rest away.
  }
}

void StagingFolder::give_up() {
  const auto there = io::status(tree());
  const bool is_ours = there && there->inode == inode_;
  // While the journal names this tree, that it is still here is the proof that no switch took place: the entry goes
  // first.
  if (is_ours && state_->journal().pending) state_->recover_again();
  if (is_ours) io::remove_tree(tree());
  if (io::exists(path_)) io::remove_empty_directory(path_);
}

}  // namespace kenv::transaction
