// SPDX-License-Identifier: Apache-2.0
#include "transaction/baseline.hpp"

#include <fmt/format.h>

#include "transaction/package_changes.hpp"

namespace kenv::transaction {
namespace {

SealedEntry entry_of(const TreeView& view, const io::WalkedEntry& found) {
  SealedEntry entry;
  entry.path = found.path;
  entry.kind = found.status.kind;
  if (entry.kind == io::FileKind::Symlink) {
    entry.target = view.targets.at(found.path);
    return entry;
  }
  entry.mode = found.status.mode;
  if (entry.kind == io::FileKind::Regular) {
    entry.size = found.status.size;
    entry.modified_ns = found.status.modified_ns;
  }
  return entry;
}

/// Scripts and what Python reads at its start (.pth, and .start of PEP 829): small, few, and what people open in an
/// editor although a package owns them.
bool is_edited_by_hand(std::string_view path) {
  return path.starts_with("bin/") || path.starts_with("Scripts/") || path.ends_with(".pth") || path.ends_with(".start");
}

}  // namespace

Origin origin_in(const Seal& seal, const SealedEntry& found) {
  const SealedEntry* noted = seal.find(found.path);
  const bool same = noted != nullptr && noted->kind == found.kind && noted->size == found.size &&
                    noted->modified_ns == found.modified_ns;
  return same ? noted->origin : Origin();
}

Seal seal_of(const TreeView& view, const KnownOrigin& known, const Owned& owned, std::vector<ToKeep>& keep) {
  Seal seal;
  seal.root_mode = view.root_mode;
  seal.entries.reserve(view.entries.size());
  for (const auto& found : view.entries) {
    if (is_bytecode(found.path)) continue;
    auto& entry = seal.entries.emplace_back(entry_of(view, found));
    if (entry.kind != io::FileKind::Regular) continue;
    entry.origin = known(entry);
    if (entry.origin.index() != 0) continue;
    const KeptFile file = kept_name(found.status, owned(entry.path) && !is_edited_by_hand(entry.path));
    entry.origin = file;
    keep.push_back({entry.path, file});
  }
  return seal;
}

Baseline look_at_environment(const OpenState& state, const Owned& owned) {
  Baseline baseline;
  baseline.id = state.current();
  const auto status = io::status(state.environment());
  if (status && status->kind != io::FileKind::Directory) {
    throw Error(ExitCode::Failed, "not-an-environment", state.environment().string() + " is no folder");
  }
  if (!status) {
    baseline.id = 0;
    return baseline;
  }
  baseline.view = look_at(state.environment(), true);
  const auto recorded = state.current_seal();
  if (recorded) {
    baseline.drift = compare(*recorded, without_bytecode(baseline.view));
    if (baseline.drift.empty()) {
      baseline.seal = *recorded;
      return baseline;
    }
  }
  const auto known = [&](const SealedEntry& found) { return recorded ? origin_in(*recorded, found) : Origin(); };
  baseline.seal = seal_of(baseline.view, known, owned, baseline.keep);
  if (recorded) baseline.changes = package_changes(*recorded, baseline.seal);
  baseline.is_new = true;
  baseline.parent = state.current();
  baseline.id = state.next_number();
  return baseline;
}

void require_unchanged(const OpenState& state, const Baseline& baseline) {
  const auto& environment = state.environment();
  if (baseline.id == 0) return;  // there was none; the rename finds out if there is one now
  const auto changed = compare(without_bytecode(baseline.view), look_at(environment));
  if (changed.empty()) return;
  throw Error(
      ExitCode::Locked, "changed-meanwhile",
      fmt::format("somebody changed {} meanwhile: {}; nothing was switched", environment.string(), summary(changed)),
      "let the other program finish and run the command again");
}

void write_baseline(const OpenState& state, const Baseline& baseline, const NewGeneration& about) {
  if (!baseline.is_new) return;
  keep(state.folder(), state.environment(), baseline.keep);
  NewGeneration described = about;
  described.changes = baseline.changes;
  write_generation(state.folder(), baseline.id, baseline.parent, described, baseline.seal);
}

int record_environment(OpenState& state, const Owned& owned, const NewGeneration& about) {
  const Baseline baseline = look_at_environment(state, owned);
  if (!baseline.is_new) return state.current();
  write_baseline(state, baseline, about);
  io::sync_file_system(state.folder().root);
  state.record({baseline.id, baseline.id, {}});
  return baseline.id;
}

}  // namespace kenv::transaction
