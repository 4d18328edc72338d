// SPDX-License-Identifier: Apache-2.0
#include "commands/parse.hpp"

#include "base/text.hpp"
#include "commands/help.hpp"
#include "commands/verb.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <type_traits>

namespace kenv::commands {
namespace {

/// CLI11 takes whatever follows an option as its value.
std::string refuse_option(const std::string& value) {
  return value.starts_with("--") ? "a value is missing: `" + value + "` is an option" : std::string();
}

std::string refuse_empty(const std::string& value) { return value.empty() ? "the value is empty" : std::string(); }

std::string refuse_other_than(const std::vector<std::string>& choices, const std::string& value) {
  if (std::ranges::find(choices, value) != choices.end()) return {};
  auto near = text::closest(value, choices);
  for (const auto& choice : choices)
    if (!value.empty() && choice.starts_with(value)) near = choice;
  return "`" + value + "` is none of " + text::join(choices, ", ") + (near ? "; did you mean " + *near + "?" : "");
}

/// Hands one option of the table to CLI11.
void add_to(CLI::App& app, const Option& option) {
  CLI::Option* added = std::visit(
      [&](auto* target) -> CLI::Option* {
        if constexpr (std::is_same_v<decltype(target), bool*>)
          return app.add_flag(option.names, *target, option.help);
        else if constexpr (std::is_same_v<decltype(target), int*>)
          return option.value.empty()
                     ? app.add_flag(option.names, *target, option.help)
                     : app.add_option(option.names, *target, option.help)->check(CLI::Range(option.least, option.most));
        else
          return app.add_option(option.names, *target, option.help);
      },
      option.target);
  if (option.value.empty()) return;
  added->type_name(option.value)->allow_extra_args(false)->check(refuse_option);
  if (!option.choices.empty())
    added->check([choices = option.choices](const std::string& value) { return refuse_other_than(choices, value); });
  else if (option.most == 0)
    added->check(refuse_empty);
}

/// Whether this option, of those that every verb takes, is followed by its value.
bool takes_next_word(const std::string& word) {
  Arguments unused;
  OptionList options;
  options_everywhere(options, unused);
  return std::ranges::any_of(options.all(), [&](const Option& option) {
    const auto names = text::split(option.names, ',');
    return !option.value.empty() && std::ranges::find(names, word) != names.end();
  });
}

std::string ask_for_help(const Verb& verb) {
  return "run `kenv " + std::string(verb.name) + " --help` for what it takes";
}

UsageError unknown_option(const Verb& verb, const OptionList& options, const std::vector<std::string>& words,
                          const CLI::ParseError& failure) {
  if (words.empty()) return {failure.what(), ask_for_help(verb)};
  const std::string given = words.front().substr(0, words.front().find('='));
  std::vector<std::string> known;
  for (const auto& option : options.all())
    for (const auto name : text::split(option.names, ',')) known.emplace_back(name);
  const auto near = text::closest(given, known);
  return {"`kenv " + std::string(verb.name) + "` has no option `" + given + "`",
          near ? "did you mean `" + *near + "`?" : ask_for_help(verb)};
}

/// CLI11 says "--gpu: 1 required GPU missing".
UsageError missing_value(const Verb& verb, const OptionList& options, const CLI::ParseError& failure) {
  const std::string said = failure.what(), name = said.substr(0, said.find(':'));
  for (const auto& option : options.all()) {
    const auto names = text::split(option.names, ',');
    if (said.ends_with(" missing") && std::ranges::find(names, name) != names.end())
      return {name + " needs a value: " + name + " " + option.value, ask_for_help(verb)};
  }
  return {said, ask_for_help(verb)};
}

UsageError unknown_verb(const std::string& word) {
  std::vector<std::string> names;
  for (const auto& verb : verbs()) names.emplace_back(verb.name);
  const auto near = text::closest(word, names);
  return {"there is no verb `" + word + "`",
          near ? "did you mean `kenv " + *near + "`?" : "run `kenv --help` for the verbs"};
}

UsageError check_positionals(const Verb& verb, const Arguments& arguments) {
  const int count = static_cast<int>(arguments.positionals.size());
  const std::string usage = "usage: kenv " + std::string(verb.name) + " " + std::string(verb.positionals);
  for (const auto& word : arguments.positionals)
    if (word.empty()) return {"an argument of `kenv " + std::string(verb.name) + "` is empty", usage};
  if (count < verb.least) return {"`kenv " + std::string(verb.name) + "` needs more arguments", usage};
  if (verb.most >= 0 && count > verb.most)
    return {"`kenv " + std::string(verb.name) + "` does not take `" +
                arguments.positionals[static_cast<std::size_t>(verb.most)] + "`",
            usage};
  return {};
}

/// The line of one verb: `words` without the one at `verb_at`, which names it.
std::variant<Arguments, ShowText, UsageError> parse_verb(const Verb& verb, std::size_t verb_at,
                                                         const std::vector<std::string>& words) {
  Arguments arguments;
  arguments.verb = verb.name;
  CLI::App app;
  app.add_option("arguments", arguments.positionals);
  const OptionList options = options_of(verb, arguments);
  for (const auto& option : options.all()) add_to(app, option);

  std::vector<std::string> rest;
  for (std::size_t i = words.size(); i-- > 0;)  // CLI11 takes its words in reverse
    if (i != verb_at) rest.push_back(words[i]);
  try {
    app.parse(rest);
  } catch (const CLI::CallForHelp&) {
    return ShowText{help_of(verb)};
  } catch (const CLI::ExtrasError& failure) {
    return unknown_option(verb, options, app.remaining(), failure);
  } catch (const CLI::ArgumentMismatch& failure) {
    return missing_value(verb, options, failure);
  } catch (const CLI::ParseError& failure) {
    return UsageError{failure.what(), ask_for_help(verb)};
  }
  if (arguments.version) return ShowText{"kenv " KENV_VERSION "\n", "version"};
  if (auto problem = check_positionals(verb, arguments); !problem.message.empty()) return problem;
  return arguments;
}

}  // namespace

bool json_wanted(const std::vector<std::string>& words) {
  for (const auto& word : words) {
    if (word == "--") return false;
    if (word == "--json") return true;
  }
  return false;
}

std::variant<Arguments, ShowText, UsageError> parse_arguments(const std::vector<std::string>& words) {
  // Options that every verb takes may stand before it: the verb is the first word that is neither one nor the value of
  // one.
  std::size_t verb_at = 0;
  while (verb_at < words.size() && words[verb_at].starts_with("-")) verb_at += takes_next_word(words[verb_at]) ? 2 : 1;
  for (std::size_t i = 0; i < std::min(verb_at, words.size()); ++i) {
    if (words[i] == "-h" || words[i] == "--help") return ShowText{overview()};
    if (words[i] == "--version") return ShowText{"kenv " KENV_VERSION "\n", "version"};
  }
  if (verb_at >= words.size())
    return words.empty() ? std::variant<Arguments, ShowText, UsageError>(ShowText{overview()})
                         : UsageError{"no verb given", "run `kenv --help` for the verbs"};

  const Verb* verb = find_verb(words[verb_at]);
  if (verb == nullptr) return unknown_verb(words[verb_at]);
  auto parsed = parse_verb(*verb, verb_at, words);
  if (auto* wrong = std::get_if<UsageError>(&parsed)) wrong->verb = verb->name;
  return parsed;
}

}  // namespace kenv::commands
