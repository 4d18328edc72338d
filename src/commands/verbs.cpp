// SPDX-License-Identifier: Apache-2.0
#include "commands/run.hpp"
#include "commands/verb.hpp"

namespace kenv::commands {
namespace {

constexpr Verb kVerbs[] = {
    {"doctor", "[ENV]", 0, 1, "say what is wrong with an environment, and why", kFactOptions | kDoctorOptions, run_doctor},
    {"fix", "[ENV]", 0, 1, "repair an environment: choose, fetch, verify, prove, switch",
     kFactOptions | kSourceOptions | kChangeOptions | kFixOptions, run_fix},
    {"create", "ENV [REQUIREMENT...]", 1, -1, "make an environment with the framework build that fits the GPU",
     kFactOptions | kSourceOptions | kChangeOptions | kCreateOptions, run_create},
    {"rollback", "[ENV]", 0, 1, "go back to a recorded generation", kRollbackOptions, run_rollback},
    {"history", "[ENV]", 0, 1, "list the generations of an environment", kNoOptions, run_history},
    {"probe", "[ENV]", 0, 1, "launch kernels on every GPU, framework by framework", kFactOptions, run_probe},
    {"inspect", "PATH...", 1, -1, "show what GPU code a file, folder or wheel carries", kFactOptions, run_inspect},
    {"resolve", "REQUIREMENT...", 1, -1, "show the choice and the dependencies, change nothing",
     kFactOptions | kSourceOptions, run_resolve},
    {"manifest", "list|show [NAME]", 1, 2, "show the build facts that kenv knows", kNoOptions, run_manifest},
};

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

const Verb* find_verb(std::string_view name) {
  for (const auto& verb : kVerbs)
    if (verb.name == name) return &verb;
  return nullptr;
}

}  // namespace kenv::commands
