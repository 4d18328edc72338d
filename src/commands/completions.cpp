// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cctype>

#include "base/text.hpp"
#include "commands/completion_scripts.hpp"
#include "commands/run.hpp"

namespace kenv::commands {
namespace {

Completion::Kind kind_of(std::string_view what) {
  using Kind = Completion::Kind;
  for (const char* folder : {"ENV", "DIR"})
    if (what == folder) return Kind::Folders;
  for (const char* file : {"FILE", "SNAPSHOT", "PATH", "REQUIREMENT", "PYTHON", "OLD"})
    if (what == file) return Kind::Files;
  return Kind::Nothing;
}

/// "[ENV|REQUIREMENT...]" taken apart: ENV, REQUIREMENT.
std::vector<std::string> alternatives(std::string_view text) {
  std::vector<std::string> out(1);
  for (const char letter : text) {
    if (std::isalpha(static_cast<unsigned char>(letter)) || letter == '-')
      out.back() += letter;
    else if (!out.back().empty())
      out.emplace_back();
  }
  if (out.back().empty()) out.pop_back();
  return out;
}

/// Lower-case words stand for themselves ("list|show"), others say what is meant ("DIR|URL").
Completion completion_of_text(std::string_view text) {
  using Kind = Completion::Kind;
  Completion out;
  for (const auto& word : alternatives(text)) {
    if (word == "VERB") {
      out = {Kind::Words, verb_names()};
    } else if (text::lower(word) == word) {
      out.kind = Kind::Words;
      out.words.push_back(word);
    } else if (const auto kind = kind_of(word); kind != Kind::Nothing && out.kind != Kind::Words) {
      out.kind = out.kind == Kind::Nothing || kind == Kind::Files ? kind : out.kind;
    }
  }
  return out;
}

}  // namespace

Completion completion_of(const Option& option) {
  if (!option.choices.empty()) return {Completion::Kind::Words, option.choices};
  return completion_of_text(option.value);
}

Completion completion_of_arguments(const Verb& verb) { return completion_of_text(verb.positionals); }

std::vector<std::string> names_of(const Option& option) {
  std::vector<std::string> names;
  for (const auto name : text::split(option.names, ',')) names.emplace_back(name);
  return names;
}

std::vector<std::string> verb_names() {
  std::vector<std::string> names;
  for (const auto& verb : verbs()) names.emplace_back(verb.name);
  return names;
}

Outcome run_completions(const Arguments& arguments, Services&) {
  const std::string& shell = arguments.positionals[0];
  Outcome outcome;
  if (shell == "bash")
    outcome.text = bash_completion();
  else if (shell == "zsh")
    outcome.text = zsh_completion();
  else if (shell == "fish")
    outcome.text = fish_completion();
  else if (shell == "powershell")
    outcome.text = powershell_completion();
  else
    throw Error(ExitCode::Usage, "unknown-shell", "there is no completion for `" + shell + "`",
                "there are: bash, zsh, fish, powershell");
  outcome.document["shell"] = shell;
  outcome.document["script"] = outcome.text;
  return outcome;
}

}  // namespace kenv::commands
