// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>

#include "commands/verb.hpp"

// What `kenv help` prints, made from the table of verbs.
namespace kenv::commands {

std::string overview();
std::string help_of(const Verb& verb);

}  // namespace kenv::commands
