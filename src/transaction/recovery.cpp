// SPDX-License-Identifier: Apache-2.0
#include "transaction/recovery.hpp"

#include "io/surroundings.hpp"
#include "transaction/generation.hpp"

namespace kenv::transaction {
namespace {

Holds what_is_at(const fs::path& path, const Pending& pending) {
  const auto status = io::status(path);
  if (!status) return Holds::Nothing;
  if (status->kind == io::FileKind::Directory && pending.new_root != 0 && status->inode == pending.new_root)
    return Holds::New;
  if (status->kind == io::FileKind::Directory && pending.old_root != 0 && status->inode == pending.old_root)
    return Holds::Old;
  return Holds::Other;
}

/// A tree that was not waited for may have lost its description in a power loss; then it is no generation.
bool has_description(const StateFolder& folder, const Pending& pending, bool same_boot) {
  const auto seal = io::read_text_if_present(folder.seal(pending.to), std::uint64_t{1} << 30);
  const auto info = io::read_text_if_present(folder.info(pending.to));
  if (!seal || !info) return false;
  return pending.durable || same_boot || (parse_seal(*seal) && parse_generation(*info));
}

/// A name of the kind that no kenv removes.
fs::path set_aside(const StateFolder& folder, const fs::path& path) {
  fs::path to = folder.free_name("set-aside-");
  io::rename_new(path, to);
  return to;
}

/// A power loss leaves files that end early or are not there; what somebody has changed since is no damage.
std::vector<Difference> damage(const StateFolder& folder, int generation) {
  const Seal seal = read_seal(folder.seal(generation));
  std::vector<Difference> found;
  if (!io::is_directory(folder.environment)) return found;
  for (auto& difference : compare(seal, look_at(folder.environment))) {
    const auto* was = seal.find(difference.path);
    if (was == nullptr || was->kind != io::FileKind::Regular) continue;
    const auto is = io::status(folder.environment / difference.path);
    if (!is || is->size < was->size) found.push_back(std::move(difference));
  }
  return found;
}

void end_switch(const StateFolder& folder, Journal& journal, Recovery& report) {
  const Pending pending = *journal.pending;
  const Decision decision = decide(pending, look_for(folder, pending));
  const fs::path staged = folder.root / pending.staged;
  if (decision.file_displaced && pending.from != 0 && !io::exists(folder.tree(pending.from)))
    io::rename_new(staged, folder.tree(pending.from));
  if (decision.file_displaced && io::exists(staged)) report.set_aside.push_back(set_aside(folder, staged));
  if (decision.set_staged_aside) report.set_aside.push_back(set_aside(folder, staged));
  if (decision.wait_for_disk) io::sync_file_system(folder.root);
  if (decision.check_content) report.damaged = damage(folder, pending.to);
  if (decision.switched) {
    io::sync_directory(folder.environment.parent_path());
    if (decision.file_displaced) io::sync_directory(folder.generation(pending.from));
    journal = {pending.to, pending.last, {}};
  }
  journal.pending.reset();
  write_journal(folder, journal);
  report.outcome = decision.switched ? Recovery::Outcome::NewState : Recovery::Outcome::OldState;
}

/// The new text of a file that was being replaced (io::write_text_durably) when its writer was killed.
void remove_unfinished_texts(const fs::path& directory) {
  for (const auto& name : io::list_directory(directory)) {
    if (name.starts_with('.') && name.ends_with(".tmp")) io::remove_file(directory / name);
  }
}

/// Staging folders belong to nobody while we hold the lock; generations above the last number never became one.
void sweep(const StateFolder& folder, const Journal& journal) {
  remove_unfinished_texts(folder.root);
  for (const auto& name : io::list_directory(folder.root)) {
    if (name.starts_with("staging-") || name.starts_with("dropped-")) io::remove_tree(folder.root / name);
  }
  for (const int number : generation_numbers(folder)) {
    number > journal.last ? io::remove_tree(folder.generation(number))
                          : remove_unfinished_texts(folder.generation(number));
  }
}

}  // namespace

Sight look_for(const StateFolder& folder, const Pending& pending) {
  Sight sight;
  sight.live = what_is_at(folder.environment, pending);
  sight.staged = what_is_at(folder.root / pending.staged, pending);
  if (pending.from != 0) sight.filed = what_is_at(folder.tree(pending.from), pending);
  sight.same_boot = !pending.boot.empty() && pending.boot == io::boot_id();
  sight.sealed = has_description(folder, pending, sight.same_boot);
  return sight;
}

Recovery recover(const StateFolder& folder) {
  Recovery report;
  Journal journal = read_journal(folder);
  if (journal.pending) end_switch(folder, journal, report);
  sweep(folder, journal);
  report.generation = journal.current;
  return report;
}

}  // namespace kenv::transaction
