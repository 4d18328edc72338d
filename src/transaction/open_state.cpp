// SPDX-License-Identifier: Apache-2.0
#include "transaction/open_state.hpp"

namespace kenv::transaction {
namespace {

StateFolder made(const fs::path& environment) {
  StateFolder folder = state_folder(environment);
  make_state_folder(folder);
  return folder;
}

}  // namespace

OpenState::OpenState(const fs::path& environment, std::string_view purpose, int wait_ms)
    : folder_(made(environment)), lock_(folder_.lock(), purpose, wait_ms) {
  recover_again();
  require_exchange(folder_);
  // From here on a generation above the last number is known to be an unfinished one.
  if (!io::exists(folder_.journal())) record(journal_);
}

std::optional<Seal> OpenState::current_seal() const {
  if (current() == 0) return std::nullopt;
  return read_seal(folder_.seal(current()));
}

void OpenState::record(const Journal& journal) {
  write_journal(folder_, journal);
  journal_ = journal;
}

void OpenState::recover_again() {
  recovered_ = recover(folder_);
  journal_ = read_journal(folder_);
}

bool has_state(const fs::path& environment) { return io::exists(state_folder(environment).journal()); }

}  // namespace kenv::transaction
