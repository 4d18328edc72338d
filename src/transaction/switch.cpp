// SPDX-License-Identifier: Apache-2.0
#include "transaction/switch.hpp"

#include <fmt/format.h>

#include <cerrno>

#include "io/surroundings.hpp"

namespace kenv::transaction {
namespace {

void announce(OpenState& state, const Switch& change) {
  const auto& folder = state.folder();
  Journal journal = state.journal();
  if (!change.durable && journal.pending) return;  // Staging::empty has done so
  const auto old_root = change.replaces ? io::status(folder.environment) : std::nullopt;
  journal.pending = Pending{change.from,
                            change.to,
                            change.last,
                            change.staged.lexically_relative(folder.root).string(),
                            old_root ? old_root->inode : 0,
                            io::status(change.staged).value().inode,
                            change.durable,
                            io::boot_id()};
  state.record(journal);
}

void exchange_roots(const OpenState& state, const Switch& change) {
  const fs::path& environment = state.environment();
  try {
    change.replaces ? io::exchange(environment, change.staged) : io::rename_new(change.staged, environment);
  } catch (const io::FileError& error) {
    switch (error.error_number()) {
      case EXDEV:
      case EBUSY:
      case EINVAL:
        throw_cannot_exchange(state.folder(), error.what());
      case EEXIST:
        throw Error(ExitCode::Locked, "changed-meanwhile",
                    fmt::format("{} came into being meanwhile; nothing was changed", environment.string()));
      default:
        throw;
    }
  }
}

/// The journal entry stays open for a first tree: its data need not be on the disk yet.
void finish(OpenState& state, const Switch& change) {
  const auto& folder = state.folder();
  if (!change.durable) return;
  io::sync_directory(folder.environment.parent_path());
  if (change.replaces) {
    io::rename_new(change.staged, folder.tree(change.from));
    io::sync_directory(folder.generation(change.from));
  }
  state.record({change.to, change.last, {}});
}

/// What is on the disk decides whether it happened, not what the call said.
bool took_place(OpenState& state) {
  try {
    state.recover_again();
  } catch (const std::exception&) {
    return false;  // the next command finds out; whoever called is told what went wrong first
  }
  return state.recovered().outcome == Recovery::Outcome::NewState;
}

}  // namespace

std::vector<std::string> carry_out(OpenState& state, const Switch& change) {
  try {
    announce(state, change);
    if (change.sync && change.durable) io::sync_file_system(state.folder().root);
    if (change.last_look) change.last_look();
    exchange_roots(state, change);
  } catch (const std::exception& problem) {
    if (!took_place(state)) throw;
    return {problem.what()};
  }
  try {
    finish(state, change);
  } catch (const std::exception& problem) {
    return {fmt::format("the change is made, but its record is not finished: {}", problem.what())};
  }
  return {};
}

}  // namespace kenv::transaction
