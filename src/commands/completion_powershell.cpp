// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "commands/completion_scripts.hpp"
#include "venv/activators.hpp"

namespace kenv::commands {
namespace {

std::string list_of(const std::vector<std::string>& words) {
  std::string out;
  for (const auto& word : words) out += (out.empty() ? "" : ", ") + venv::quote_for_powershell(word);
  return "@(" + out + ")";
}

}  // namespace

std::string powershell_completion() {
  std::string out =
      "# Completion of kenv for PowerShell. To have it always, add its output to the file $PROFILE:\n"
      "#   kenv completions powershell >> $PROFILE\n"
      "$kenvOptions = @{\n";
  std::string values, words;
  Arguments unused;
  for (const auto& verb : verbs()) {
    std::vector<std::string> names;
    const OptionList options = options_of(verb, unused);
    for (const auto& option : options.all())
      for (const auto& name : names_of(option)) {
        names.push_back(name);
        const auto completion = completion_of(option);
        if (completion.kind == Completion::Kind::Words)
          values += fmt::format("  {} = {}\n", venv::quote_for_powershell(std::string(verb.name) + " " + name),
                                list_of(completion.words));
      }
    out += fmt::format("  {} = {}\n", venv::quote_for_powershell(verb.name), list_of(names));
    if (const auto arguments = completion_of_arguments(verb); arguments.kind == Completion::Kind::Words)
      words += fmt::format("  {} = {}\n", venv::quote_for_powershell(verb.name), list_of(arguments.words));
  }
  out += "}\n$kenvValues = @{\n" + values + "}\n$kenvWords = @{\n" + words + "}\n";
  // Where nothing is offered, PowerShell completes file names by itself.
  return out + R"PS(Register-ArgumentCompleter -Native -CommandName kenv -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() } | Where-Object { $_ -ne $wordToComplete })
  $verb = $words | Select-Object -Skip 1 | Where-Object { $kenvOptions.ContainsKey($_) } | Select-Object -First 1
  $before = $words | Select-Object -Last 1
  if (-not $verb) { $offered = $kenvOptions.Keys | Sort-Object }
  elseif ($kenvValues.ContainsKey("$verb $before")) { $offered = $kenvValues["$verb $before"] }
  elseif ($wordToComplete -like '-*') { $offered = $kenvOptions[$verb] }
  else { $offered = $kenvWords[$verb] }
  $offered | Where-Object { $_ -like "$wordToComplete*" } |
    ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
)PS";
}

}  // namespace kenv::commands
