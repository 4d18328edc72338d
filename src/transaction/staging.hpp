// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <span>
#include <string>
#include <unordered_map>

#include "store/place_entries.hpp"
#include "transaction/baseline.hpp"
#include "transaction/open_state.hpp"
#include "transaction/staging_folder.hpp"

namespace kenv::transaction {

/// Throws Error(Locked, "environment-exists") if something has come to where a new environment was to be.
void require_free_place(const OpenState& state);

/// The next state of an environment while it is built, beside the one that is in use. It goes away with the object
/// unless it is committed. Files in it may share their bytes with the environment: change it through add() and remove()
/// only, never by writing into a file.
class Staging {
 public:
  /// A clone of the environment as it is: what a RECORD owns is linked, the rest copied; bytecode comes along.
  static Staging clone_live(OpenState& state, const Owned& owned);
  /// An empty tree, for an environment that does not exist yet. Throws Error("environment-exists").
  static Staging empty(OpenState& state);

  Staging(Staging&&) noexcept = default;

  fs::path root() const { return folder_.tree(); }
  OpenState& state() const { return *state_; }
  /// What was there before: whether somebody else made or changed it (`is_new`), and how (`drift`).
  const Baseline& baseline() const { return baseline_; }
  /// The number that this tree will have as a generation.
  int number() const { return baseline_.is_new ? baseline_.id + 1 : state_->next_number(); }

  /// Takes files, links or whole folders out, with the bytecode made from them and the folders that become empty.
  /// Paths that are not there do not matter; one that leaves the environment, also through a link, is refused.
  void remove(std::span<const std::string> paths);
  /// Puts entries in; what they replace must have been removed.
  store::PlaceResult add(const store::Store& store, std::span<const store::TreeEntry> entries,
                         const store::PlaceOptions& options = {});

  /// The staged tree as a seal; its files that have no home yet are added to `keep`.
  Seal seal(std::vector<ToKeep>& keep) const;

  /// Leaves the tree for somebody to look at, under a name that no kenv removes; returns where it is then.
  fs::path set_aside();

 private:
  explicit Staging(OpenState& state);

  OpenState* state_;
  StagingFolder folder_;
  Baseline baseline_;
  std::unordered_map<std::string, store::StoreMember> from_store_;  ///< what add() brought, by path
};

}  // namespace kenv::transaction
