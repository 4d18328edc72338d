// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <functional>
#include <string>
#include <vector>

#include "transaction/open_state.hpp"

namespace kenv::transaction {

/// One tree becomes the environment in place of another.
struct Switch {
  int from = 0;          ///< generation of the tree that goes; 0: there is none
  int to = 0;            ///< generation of the tree that comes
  int last = 0;          ///< highest number given to a generation then
  fs::path staged;       ///< the tree that comes, in the state folder
  bool replaces = true;  ///< false: there is nothing at the environment's path, and nothing may come there meanwhile
  bool sync = true;      ///< something in it was written by us and must be on the disk first
  bool durable = true;   ///< false only for a first tree (Staging::empty), which is not waited for
  std::function<void()> last_look{};  ///< right before the exchange; may throw, and nothing is changed then
};

/// docs/transaction.md describes the steps and why each is where it is. After an exception the environment is as it
/// was; once the exchange is done there is none any more: what could not be finished is returned as sentences, and the
/// next command finishes it.
std::vector<std::string> carry_out(OpenState& state, const Switch& change);

}  // namespace kenv::transaction
