// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string_view>
#include <vector>

#include "transaction/generation.hpp"
#include "transaction/kept_files.hpp"
#include "transaction/open_state.hpp"
#include "transaction/tree_view.hpp"

namespace kenv::transaction {

/// Whether a path (relative to the environment) is listed in some RECORD. Files that nobody owns are copied, never
/// linked: people edit them in place.
using Owned = std::function<bool(std::string_view path)>;

/// What the environment is before a change: the current generation, or, if nobody recorded that (another installer made
/// it, or changed it since), a state that becomes a generation of its own together with the change.
struct Baseline {
  int id = 0;                          ///< of the generation; 0: there is no environment
  bool is_new = false;                 ///< the generation is still to be recorded
  int parent = 0;                      ///< of a new one
  Seal seal;                           ///< of the environment as it is
  TreeView view;                       ///< the same, as it was looked at, bytecode included
  std::vector<ToKeep> keep;            ///< the files of a new one that need a home
  std::vector<Difference> drift;       ///< from the current generation
  std::vector<PackageChange> changes;  ///< the same as packages
};

/// Looks at the environment and compares it with the current generation. Changes nothing.
Baseline look_at_environment(const OpenState& state, const Owned& owned);

/// Throws Error(Locked, "changed-meanwhile") if the environment is no longer what was looked at.
void require_unchanged(const OpenState& state, const Baseline& baseline);

/// Gives the files of a new generation their home and writes its description, with the packages that are other than in
/// the current one; nothing is done for a recorded one.
void write_baseline(const OpenState& state, const Baseline& baseline, const NewGeneration& about);

/// Where the content of a file that was found comes from, if it still is what it was when that was noted.
using KnownOrigin = std::function<Origin(const SealedEntry& found)>;
/// The origin that a seal notes, if size and time are those it notes.
Origin origin_in(const Seal& seal, const SealedEntry& found);

/// A seal of `view`. A file whose origin is not known is added to `keep` under a name of its own.
Seal seal_of(const TreeView& view, const KnownOrigin& known, const Owned& owned, std::vector<ToKeep>& keep);

/// Records the environment as it is, without changing it; returns the current generation, an old one if nothing
/// changed.
int record_environment(OpenState& state, const Owned& owned, const NewGeneration& about);

}  // namespace kenv::transaction
