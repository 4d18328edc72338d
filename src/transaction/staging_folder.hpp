// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <vector>

#include "transaction/open_state.hpp"

namespace kenv::transaction {

/// A folder in which a tree is built. What is left of that tree goes away with the object; another tree that has come
/// to its place (the displaced one) does not. The state must outlive it.
class StagingFolder {
 public:
  explicit StagingFolder(OpenState& state);
  StagingFolder(StagingFolder&& other) noexcept;
  StagingFolder& operator=(StagingFolder&&) = delete;
  ~StagingFolder();

  fs::path tree() const { return path_ / "tree"; }
  std::uint64_t inode() const { return inode_; }  ///< of the tree's root

 private:
  void give_up();

  OpenState* state_;
  fs::path path_;
  std::uint64_t inode_ = 0;
};

/// Staging folders that could not be removed. Under the lock, when no StagingFolder is alive.
std::vector<fs::path> left_behind(const StateFolder& folder);

}  // namespace kenv::transaction
