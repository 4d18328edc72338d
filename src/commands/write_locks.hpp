// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "commands/services.hpp"
#include "plan/lock.hpp"

namespace kenv::commands {

/// Writes the pylock of each complete target and kenv.lock, each file whole or not at all. A file that kenv did not
/// write is overwritten only with consent; before anything is written all are looked at.
void write_locks(const plan::Lock& lock, const std::string& directory, Services& services);

}  // namespace kenv::commands
