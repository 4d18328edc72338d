// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/text.hpp"
#include "commands/completion_scripts.hpp"
#include "venv/activators.hpp"

namespace kenv::commands {
namespace {

std::string in_quotes(std::string_view text) { return venv::quote_for_fish(text); }

std::string fish_offer(const Completion& completion) {
  switch (completion.kind) {
    case Completion::Kind::Words:
      return " -x -a " + in_quotes(text::join(completion.words, " "));
    case Completion::Kind::Files:
      return " -r -F";
    case Completion::Kind::Folders:
      return " -x -a '(__fish_complete_directories)'";
    case Completion::Kind::Nothing:
      break;
  }
  return " -x";
}

std::string option_line(const std::string& condition, const Option& option) {
  std::string out = "complete -c kenv -n " + in_quotes(condition);
  for (const auto& name : names_of(option))
    out += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.value.empty()) out += fish_offer(completion_of(option));
  return out + " -d " + in_quotes(option.help) + "\n";
}

}  // namespace

std::string fish_completion() {
  std::string out =
      "# Completion of kenv for fish. To have it always:\n"
      "#   kenv completions fish > ~/.config/fish/completions/kenv.fish\n"
      "complete -c kenv -f\n";
  Arguments unused;
  for (const auto& verb : verbs()) {
    const std::string condition = fmt::format("__fish_seen_subcommand_from {}", verb.name);
    out += fmt::format("complete -c kenv -n __fish_use_subcommand -a {} -d {}\n", verb.name, in_quotes(verb.summary));
    if (const auto arguments = completion_of_arguments(verb); arguments.kind != Completion::Kind::Nothing)
      out += "complete -c kenv -n " + in_quotes(condition) +
             (arguments.kind == Completion::Kind::Files ? " -F" : fish_offer(arguments).substr(3)) + "\n";
    const OptionList options = options_of(verb, unused);
    for (const auto& option : options.all()) out += option_line(condition, option);
  }
  return out;
}

}  // namespace kenv::commands
