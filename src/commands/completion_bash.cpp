// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "base/text.hpp"
#include "commands/completion_scripts.hpp"

namespace kenv::commands {
namespace {

constexpr std::string_view kHead = R"SH(# Completion of kenv for bash. To have it always:
#   kenv completions bash > ~/.local/share/bash-completion/completions/kenv
_kenv() {
    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" verb='' at
    # bash takes "--color=always" for three words.
    if [ "$word" = '=' ]; then
        word=''
    elif [ "$before" = '=' ]; then
        before="${COMP_WORDS[COMP_CWORD-2]}"
    fi
    for ((at = 1; at < COMP_CWORD; at++)); do
        case "${COMP_WORDS[at]}" in
)SH";

constexpr std::string_view kMiddle = R"SH(            -*) ;;
            *) verb="${COMP_WORDS[at]}"; break ;;
        esac
    done
    COMPREPLY=()
    case "$verb $before" in
)SH";

constexpr std::string_view kWords = R"SH(    esac
    if [[ "$word" == -* ]]; then
        case "$verb" in
)SH";

constexpr std::string_view kArguments = R"SH(        esac
        return
    fi
    case "$verb" in
)SH";

constexpr std::string_view kTail = R"SH(    esac
}
complete -F _kenv kenv
)SH";

std::string bash_offer(const Completion& completion) {
  switch (completion.kind) {
    case Completion::Kind::Words:
      return fmt::format(R"(mapfile -t COMPREPLY < <(compgen -W '{}' -- "$word"))", text::join(completion.words, " "));
    case Completion::Kind::Files:
      return R"(compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word"))";
    case Completion::Kind::Folders:
      return R"(compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word"))";
    case Completion::Kind::Nothing:
      break;
  }
  return ":";
}

std::string pattern(const std::string& verb, const Option& option) {
  std::string out;
  for (const auto& name : names_of(option)) out += fmt::format("{}'{} {}'", out.empty() ? "" : " | ", verb, name);
  return out;
}

}  // namespace

std::string bash_completion() {
  Arguments unused;
  OptionList everywhere;
  options_everywhere(everywhere, unused);
  std::string with_value, before_verb, values, names, arguments;
  for (const auto& option : everywhere.all())
    for (const auto& name : names_of(option)) {
      before_verb += name + " ";
      if (!option.value.empty()) with_value += (with_value.empty() ? "" : " | ") + name;
    }
  for (const auto& option : everywhere.all())
    if (!option.value.empty())
      values += fmt::format("        {}) {}; return ;;\n", pattern("", option), bash_offer(completion_of(option)));
  for (const auto& verb : verbs()) {
    const std::string name(verb.name);
    std::string own;
    const OptionList options = options_of(verb, unused);
    for (const auto& option : options.all()) {
      for (const auto& one : names_of(option)) own += one + " ";
      if (!option.value.empty())
        values += fmt::format("        {}) {}; return ;;\n", pattern(name, option), bash_offer(completion_of(option)));
    }
    names += fmt::format("            {}) {} ;;\n", name, bash_offer({Completion::Kind::Words, {own + "-h --help"}}));
    arguments += fmt::format("        {}) {} ;;\n", name, bash_offer(completion_of_arguments(verb)));
  }
  names += fmt::format("            '') {} ;;\n", bash_offer({Completion::Kind::Words, {before_verb + "-h --help"}}));
  arguments += fmt::format("        '') {} ;;\n", bash_offer({Completion::Kind::Words, verb_names()}));
  return std::string(kHead) + fmt::format("            {}) ((at++)) ;;\n", with_value) + std::string(kMiddle) + values +
         std::string(kWords) + names + std::string(kArguments) + arguments + std::string(kTail);
}

}  // namespace kenv::commands
