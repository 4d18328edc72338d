// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <optional>
#include <string_view>

#include "io/lock.hpp"
#include "transaction/journal.hpp"
#include "transaction/recovery.hpp"
#include "transaction/seal.hpp"

namespace kenv::transaction {

/// The state folder of one environment, open for changing it: nobody else has it, and whatever was left unfinished is
/// ended. Every command that changes an environment begins with one of these and keeps it until it is done.
class OpenState {
 public:
  /// Makes the state folder if there is none; touches nothing else. `purpose` is for the message of who comes second.
  /// Throws Error(Locked, "locked") and Error("cannot-exchange").
  OpenState(const fs::path& environment, std::string_view purpose, int wait_ms = 0);
  OpenState(const OpenState&) = delete;
  OpenState& operator=(const OpenState&) = delete;

  const StateFolder& folder() const { return folder_; }
  const fs::path& environment() const { return folder_.environment; }
  const Recovery& recovered() const { return recovered_; }

  int current() const { return journal_.current; }  ///< 0: no generation is recorded
  int next_number() const { return journal_.last + 1; }
  std::optional<Seal> current_seal() const;

  const Journal& journal() const { return journal_; }
  void record(const Journal& journal);  ///< durable
  void recover_again();                 ///< after a failure in the middle of a switch

 private:
  StateFolder folder_;
  io::Lock lock_;
  Recovery recovered_;
  Journal journal_;
};

/// Whether kenv has ever changed this environment: cheap, without a lock.
bool has_state(const fs::path& environment);

}  // namespace kenv::transaction
