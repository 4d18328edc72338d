// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/shell_word.hpp"
#include "base/text.hpp"
#include "commands/completion_scripts.hpp"

namespace kenv::commands {
namespace {

/// In the specifications of _arguments brackets and colons have a meaning of their own.
std::string escaped(std::string_view text) {
  std::string out;
  for (const char letter : text)
    out += (std::string_view("[]:\\").find(letter) != std::string_view::npos ? "\\" : "") + std::string(1, letter);
  return out;
}

std::string action(const Completion& completion) {
  switch (completion.kind) {
    case Completion::Kind::Words:
      return "(" + text::join(completion.words, " ") + ")";
    case Completion::Kind::Files:
      return "_files";
    case Completion::Kind::Folders:
      return "_files -/";
    case Completion::Kind::Nothing:
      break;
  }
  return " ";
}

/// One specification for each name; a name given excludes the others unless it may be repeated.
std::string specifications(const Option& option) {
  std::string out;
  const bool repeated =
      !std::holds_alternative<bool*>(option.target) && !std::holds_alternative<std::string*>(option.target);
  for (const auto& name : names_of(option)) {
    const std::string before = repeated ? "*" : "(" + text::join(names_of(option), " ") + ")";
    std::string one = before + name + "[" + escaped(option.help) + "]";
    if (!option.value.empty()) one += ":" + escaped(option.value) + ":" + action(completion_of(option));
    out += " \\\n                " + text::shell_quoted(one);
  }
  return out;
}

}  // namespace

std::string zsh_completion() {
  std::string out = R"SH(#compdef kenv
# Completion of kenv for zsh. To have it always, in a folder of $fpath:
#   kenv completions zsh > ~/.zfunc/_kenv
_kenv() {
    local -a verbs
    local state line
    typeset -A opt_args
    verbs=(
)SH";
  for (const auto& verb : verbs())
    out += "        " + text::shell_quoted(escaped(verb.name) + ":" + escaped(verb.summary)) + "\n";
  out += R"SH(    )
    _arguments -C '1:verb:->verb' '*::argument:->argument'
    case "$state" in
        verb) _describe verb verbs ;;
        argument)
            case "$words[1]" in
)SH";
  Arguments unused;
  for (const auto& verb : verbs()) {
    out += fmt::format("            {})\n                _arguments -s", verb.name);
    const OptionList options = options_of(verb, unused);
    for (const auto& option : options.all()) out += specifications(option);
    if (!verb.positionals.empty())
      out += " \\\n                " +
             text::shell_quoted("*:" + escaped(verb.positionals) + ":" + action(completion_of_arguments(verb)));
    out += "\n                ;;\n";
  }
  return out + R"SH(            esac
            ;;
    esac
}
if [ "$funcstack[1]" = _kenv ]; then
    _kenv "$@"
else
    compdef _kenv kenv
fi
)SH";
}

}  // namespace kenv::commands
