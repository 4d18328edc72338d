// SPDX-License-Identifier: Apache-2.0
#include "transaction/staging.hpp"

#include <fmt/format.h>

#include "io/surroundings.hpp"
#include "transaction/clone.hpp"

namespace kenv::transaction {
namespace {

/// A first tree that was not waited for: now it is, since the journal has room for one switch.
OpenState& settled(OpenState& state) {
  if (state.journal().pending) state.recover_again();
  return state;
}

}  // namespace

void require_free_place(const OpenState& state) {
  if (!io::exists(state.environment())) return;
  throw Error(ExitCode::Locked, "environment-exists",
              state.environment().string() + " came into being meanwhile; it was not touched",
              "look at what somebody else made there, or choose another name");
}

Staging::Staging(OpenState& state) : state_(&settled(state)), folder_(state) {}

Staging Staging::clone_live(OpenState& state, const Owned& owned) {
  Staging staging(state);
  if (!io::exists(state.environment())) {
    throw Error(ExitCode::Usage, "no-such-environment", "there is no environment " + state.environment().string(),
                fmt::format("kenv rollback '{}' brings back one that kenv has recorded", state.environment().string()));
  }
  staging.baseline_ = look_at_environment(state, owned);
  clone_tree(state.environment(), staging.baseline_.view, staging.baseline_.seal, staging.root());
  return staging;
}

Staging Staging::empty(OpenState& state) {
  require_free_place(state);
  Staging staging(state);
  // Announced before the bulk of the data is written: at the end, a wait for this entry would wait for all of it.
  Journal journal = state.journal();
  journal.pending = Pending{state.current(),
                            staging.number(),
                            staging.number(),
                            staging.root().lexically_relative(state.folder().root).string(),
                            0,
                            staging.folder_.inode(),
                            false,
                            io::boot_id()};
  state.record(journal);
  return staging;
}

store::PlaceResult Staging::add(const store::Store& store, std::span<const store::TreeEntry> entries,
                                const store::PlaceOptions& options) {
  auto result = store::place_entries(store, entries, root(), options);
  for (const auto& entry : entries) {
    if (const auto* member = std::get_if<store::StoreMember>(&entry.content)) {
      from_store_.insert_or_assign(entry.path, *member);
    } else {
      from_store_.erase(entry.path);
    }
  }
  return result;
}

Seal Staging::seal(std::vector<ToKeep>& keep) const {
  const auto known = [&](const SealedEntry& found) -> Origin {
    if (const auto at = from_store_.find(found.path); at != from_store_.end()) return at->second;
    return origin_in(baseline_.seal, found);
  };
  // What is new and from no wheel was made for this environment: scripts, RECORD, pyvenv.cfg. They are copied.
  return seal_of(
      look_at(root()), known, [](std::string_view) { return false; }, keep);
}

fs::path Staging::set_aside() {
  fs::path to = state_->folder().free_name("set-aside-");
  io::rename_new(root(), to);
  return to;
}

}  // namespace kenv::transaction
