// SPDX-License-Identifier: Apache-2.0
#include "commands/run.hpp"
#include "commands/verb.hpp"

namespace kenv::commands {
namespace {

constexpr Verb kVerbs[] = {
    {"doctor",
     "[ENV]",
     0,
     1,
     "say what is wrong with an environment, and why",
     run_doctor,
     {doctor_options, fact_options}},
    {"fix",
     "[ENV]",
     0,
     1,
     "repair an environment: choose, fetch, verify, prove, switch",
     run_fix,
     {fix_options, fact_options, source_options, change_options}},
    {"create",
     "ENV [REQUIREMENT...]",
     1,
     -1,
     "make an environment with the framework build that fits the GPU",
     run_create,
     {create_options, input_options, interpreter_options, fact_options, source_options, change_options}},
    {"install",
     "[REQUIREMENT...]",
     0,
     -1,
     "install packages; a framework in the build that fits the GPU",
     run_install,
     {install_options, input_options, fact_options, source_options, change_options}},
    {"remove", "NAME...", 1, -1, "remove packages", run_remove, {remove_options, fact_options, change_options}},
    {"rollback", "[ENV]", 0, 1, "go back to a recorded generation", run_rollback, {rollback_options}},
    {"history", "[ENV]", 0, 1, "list the generations of an environment", run_history},
    {"probe", "[ENV]", 0, 1, "launch kernels on every GPU, framework by framework", run_probe, {fact_options}},
    {"inspect", "PATH...", 1, -1, "show what GPU code a file, folder or wheel carries", run_inspect, {fact_options}},
    {"resolve",
     "[REQUIREMENT...]",
     0,
     -1,
     "show the choice and the dependencies, change nothing",
     run_resolve,
     {resolve_options, input_options, interpreter_options, fact_options, source_options}},
    {"lock",
     "[ENV|REQUIREMENT...]",
     0,
     -1,
     "write pylock.TARGET.toml for one or several kinds of GPU, and kenv.lock",
     run_lock,
     {lock_options, input_options, interpreter_options, source_options}},
    {"manifest", "list|show [NAME]", 1, 2, "show the build facts that kenv knows", run_manifest},
    {"config",
     "",
     0,
     0,
     "show every setting, its value and where it comes from",
     run_config,
     {config_options, index_options}},
    {"completions", "bash|zsh|fish|powershell", 1, 1, "print the completion script of a shell", run_completions},
    {"help", "[VERB]", 0, 1, "print what a verb does and takes", run_help},
};

}  // namespace

std::span<const Verb> verbs() { return kVerbs; }

const Verb* find_verb(std::string_view name) {
  for (const auto& verb : kVerbs)
    if (verb.name == name) return &verb;
  return nullptr;
}

OptionList options_of(const Verb& verb, Arguments& to) {
  OptionList options;
  for (const AddOptions add : verb.options)
    if (add != nullptr) add(options, to);
  options_everywhere(options, to);
  return options;
}

}  // namespace kenv::commands
