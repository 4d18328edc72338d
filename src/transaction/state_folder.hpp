// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "io/files.hpp"

namespace kenv::transaction {
namespace fs = std::filesystem;

/// Where kenv keeps what it knows of an environment: `.kenv/NAME` in the folder that holds the environment, so that
/// both are on one file system and one rename moves a tree from one to the other.
///
///     lock                     flock of whoever changes the environment
///     journal                  which generation is the current one, and the switch that is under way
///     generations/ID/          info.json, seal, files/ (lock files and the like), tree/ (unless it is the live one)
///     kept/XX/KEY              files that come from no wheel of the store, see kept_files.hpp
///     staging-XXXXXX/tree      the next state while it is built; removed by the next command after a crash
///     set-aside-XXXXXX         what kenv found and does not know; never removed unasked
struct StateFolder {
  fs::path environment;  ///< the root of the environment, absolute and without links
  fs::path root;

  fs::path lock() const { return root / "lock"; }
  fs::path journal() const { return root / "journal"; }
  fs::path generations() const { return root / "generations"; }
  fs::path generation(int id) const { return generations() / std::to_string(id); }
  fs::path seal(int id) const { return generation(id) / "seal"; }
  fs::path info(int id) const { return generation(id) / "info.json"; }
  fs::path tree(int id) const { return generation(id) / "tree"; }
  fs::path kept() const { return root / "kept"; }
  /// PREFIX with a number that no path has yet: under the lock nobody else takes it.
  fs::path free_name(const std::string& prefix) const;
};

/// Links to the environment are followed: two names of one environment have one state. Touches nothing.
StateFolder state_folder(const fs::path& environment);

/// Makes the folder, with a .gitignore and a CACHEDIR.TAG in `.kenv`.
void make_state_folder(const StateFolder& folder);

/// Throws Error("cannot-exchange") where the file system cannot swap two folders in one step or the environment's root
/// is a mount point. Tried on two empty folders, so that it is known before anything is fetched or built.
void require_exchange(const StateFolder& folder);

/// The same Error, for a refusal that shows only at the exchange itself (a lower layer of an overlay).
[[noreturn]] void throw_cannot_exchange(const StateFolder& folder, const std::string& why);

}  // namespace kenv::transaction
