// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "commands/verb.hpp"

// Completion scripts, made from the table of verbs. Each is complete in itself: completing a word starts no kenv.
namespace kenv::commands {

/// What may stand in a place of the command line.
struct Completion {
  enum class Kind { Nothing, Words, Files, Folders };
  Kind kind = Kind::Nothing;
  std::vector<std::string> words{};
};

Completion completion_of(const Option& option);
/// Of a verb's arguments. Where several kinds fit, files are offered, which includes folders.
Completion completion_of_arguments(const Verb& verb);

/// "-n", "--dry-run"
std::vector<std::string> names_of(const Option& option);
std::vector<std::string> verb_names();

std::string bash_completion();
std::string zsh_completion();
std::string fish_completion();
std::string powershell_completion();

}  // namespace kenv::commands
